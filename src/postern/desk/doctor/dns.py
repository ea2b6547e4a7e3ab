"""Checks what DNS says of our domain: where its mail goes, and who may send for it. Much of it is set by others: hints."""

from __future__ import annotations

from collections.abc import AsyncIterator

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.doctor.resolving import NoAnswer
from postern.post.providers import provider

_AREA = "dns"


async def check(case: Case) -> AsyncIterator[Finding]:
    """Checks MX (RFC 5321, 7505), SPF (RFC 7208), DMARC (RFC 7489) and DKIM (RFC 6376) of the address's domain."""
    domain = case.config.post.domain
    try:
        yield await _mx(case, domain)
        yield await _spf(case, domain)
        yield await _dkim(case, domain)
        yield await _dmarc(case, domain)
    except NoAnswer as error:
        yield Finding(Level.WARN, _AREA, f"the DNS does not answer about {domain}: {error}", "try again; is the network up?")


async def _mx(case: Case, domain: str) -> Finding:
    servers = [record.split()[-1] for record in await case.lookup(domain, "MX")]
    if servers == ["."]:
        return Finding(Level.FAIL, _AREA, f"{domain} says that it takes no mail", "set its MX record to your mail server")
    if servers:
        return Finding(Level.OK, _AREA, f"letters to {domain} go to {', '.join(name.rstrip('.') for name in servers)}")
    if await case.lookup(domain, "A") or await case.lookup(domain, "AAAA"):
        return Finding(
            Level.WARN, _AREA, f"{domain} has no MX record, only an address", "add an MX record for your mail server"
        )
    remedy = "add an MX record, or mend address in [post]"
    return Finding(Level.FAIL, _AREA, f"{domain} is not known: nobody can write to us", remedy)


async def _spf(case: Case, domain: str) -> Finding:
    found = [text for text in await case.lookup(domain, "TXT") if text.lower().split(" ")[0] == "v=spf1"]
    if not found:
        remedy = 'add a TXT record such as "v=spf1 mx -all", naming the servers that send for you'
        return Finding(Level.WARN, _AREA, f"{domain} has no SPF record: letters may be taken for spam", remedy)
    if len(found) > 1:
        remedy = "make one of them; several count as none (RFC 7208, 4.5)"
        return Finding(Level.FAIL, _AREA, f"{domain} has {len(found)} SPF records", remedy)
    if found[0].lower().endswith("+all"):
        return Finding(Level.WARN, _AREA, f"SPF lets everybody send for {domain}: {found[0]}", "end it with -all or ~all")
    return Finding(Level.OK, _AREA, f"SPF: {found[0]}")


async def _dkim(case: Case, domain: str) -> Finding:
    post = case.config.post
    selectors = (post.dkim_selector,) if post.dkim_selector else provider(post.provider).dkim_selectors
    for selector in selectors:
        for text in await case.lookup(f"{selector}._domainkey.{domain}", "TXT"):
            fields = dict(part.strip().partition("=")[::2] for part in text.split(";"))
            if fields.get("p", "").strip():
                return Finding(Level.OK, _AREA, f"DKIM: the key {selector} is published")
            if "p" in fields:
                return Finding(Level.WARN, _AREA, f"DKIM: the key {selector} is withdrawn", "sign with a key that is published")
    if not selectors:
        remedy = 'name it: dkim_selector = "…" in [post]; any of our letters shows it in DKIM-Signature as s='
        return Finding(Level.WARN, _AREA, "DKIM: not looked at, as the selector is not known", remedy)
    remedy = "let your server sign letters and publish its key; many providers take unsigned letters for spam"
    return Finding(Level.WARN, _AREA, f"DKIM: {domain} has no key {' or '.join(selectors)}", remedy)


async def _dmarc(case: Case, domain: str) -> Finding:
    parts = domain.split(".")
    for start in range(max(len(parts) - 1, 1)):
        name = ".".join(parts[start:])
        found = [text for text in await case.lookup(f"_dmarc.{name}", "TXT") if text.lower().startswith("v=dmarc1")]
        if found:
            return Finding(Level.OK, _AREA, f"DMARC of {name}: {found[0]}")
    remedy = f'add a TXT record at _dmarc.{domain} such as "v=DMARC1; p=none", once SPF or DKIM is right'
    return Finding(Level.WARN, _AREA, f"{domain} has no DMARC record", remedy)
