"""Letters and documents as files: templates, reports, exports, and the worker processes that make them."""
