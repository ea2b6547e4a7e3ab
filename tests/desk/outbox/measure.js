// What is wrong with the letter that is shown: texts too small or too pale, codes in two lines, buttons too low, what runs
// out of its place, and how wide the page is.
(() => {
  const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const light = ([red, green, blue]) => {
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = numbers(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
  };
  const found = { width: document.documentElement.scrollWidth, texts: 0, small: [], pale: [], broken: [], low: [], cut: [] };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, style = getComputedStyle(element), text = node.data.trim();
    if (!text || !element.getClientRects().length) continue;
    found.texts += 1;
    const [front, back] = [light(numbers(style.color)), light(ground(element))];
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (parseFloat(style.fontSize) < 13) found.small.push([text.slice(0, 40), style.fontSize]);
    if (contrast < 4.5) found.pale.push([text.slice(0, 40), style.color, contrast.toFixed(2)]);
  }
  for (const code of document.querySelectorAll("code")) {
    const range = document.createRange();
    range.selectNodeContents(code);
    const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
    if (code.textContent.length <= 30 && lines.size > 1) found.broken.push(code.textContent);
  }
  for (const link of document.querySelectorAll("a.button"))
    if (link.getBoundingClientRect().height < 44) found.low.push(link.textContent);
  for (const box of document.querySelectorAll("div"))
    if (box.scrollWidth > box.clientWidth + 4 && box.clientWidth) found.cut.push([box.textContent.trim().slice(0, 40), box.scrollWidth]);
  found.buttons = document.querySelectorAll("a.button").length;
  return found;
})();
