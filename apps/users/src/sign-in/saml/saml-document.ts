import { DOMParser } from '@xmldom/xmldom';
import type { SamlSignedPart } from '@stoa/policy';
import { SignInFailure } from '../protocols/sign-in-failure';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** Characters of the longest message that is read, and how deep its elements may stand in each other. */
const LONGEST = 1_048_576;
const DEEPEST = 50;

const ALGORITHMS: Readonly<Record<string, ReadonlySet<string>>> = {
  CanonicalizationMethod: new Set(['http://www.w3.org/2001/10/xml-exc-c14n#']),
  SignatureMethod: new Set([
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ]),
  DigestMethod: new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']),
  Transform: new Set([
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ]),
};

/** What the outside of an answer says: nobody has checked its signature. */
export interface SamlResponseHead {
  /** Entity ID of the provider; absent where it does not name itself. */
  issuer: string | undefined;
  destination: string | undefined;
}

/**
 * Checks the form of an answer before its signature is looked at: the message must be such that there is no doubt about
 * what its signature is of (identity.md 5.5). Values are taken from the signed bytes alone, never from here.
 * @throws SignInFailure
 */
export function checkSamlResponse(xml: string, signs: SamlSignedPart): SamlResponseHead {
  const root = parseSamlMessage(xml);
  if (!isNamed(root, PROTOCOL, 'Response')) throw refused('the message is no answer');
  checkStatus(root);
  const assertions = elementsOf(root).filter(({ localName }) => /^(Encrypted)?Assertion$/.test(localName));
  const [assertion] = assertions;
  const nested = descendantsOf(root).filter(({ localName }) => /^(Encrypted)?Assertion$/.test(localName));
  if (assertion === undefined || nested.length !== 1) throw refused('there is not exactly one assertion');
  const isEncrypted = assertion.localName === 'EncryptedAssertion';
  if (isEncrypted && signs !== 'response') throw refused('an encrypted assertion is in no signed answer');
  if (isEncrypted && /xmlenc#(rsa-1_5|tripledes-cbc)/.test(xml)) throw refused('it is encrypted in a weak way');
  checkSignatures(root, assertion, signs);
  const issuer = elementsOf(root).find((element) => isNamed(element, ASSERTION, 'Issuer'));
  return {
    issuer: issuer?.textContent?.trim() || undefined,
    destination: root.getAttribute('Destination') || undefined,
  };
}

/** Who seems to have sent an answer: good for finding the provider that it is checked with, and for nothing else. */
export function samlIssuerOf(xml: string): string | undefined {
  const issuer = elementsOf(parseSamlMessage(xml)).find((element) => isNamed(element, ASSERTION, 'Issuer'));
  return issuer?.textContent?.trim() || undefined;
}

/** What the outside of a log-out says, all of which its signature covers. */
export interface SamlLogOutHead {
  issuer: string;
  messageId: string;
  destination: string | undefined;
  /** Milliseconds since 1970; NaN for what is no time. */
  issuedAt: number;
  sessionIds: string[];
}

/** @throws SignInFailure for a message that is no request to log out */
export function parseSamlLogOut(xml: string): SamlLogOutHead {
  const root = parseSamlMessage(xml);
  if (!isNamed(root, PROTOCOL, 'LogoutRequest')) throw refused('the message is no request to log out');
  const textsOf = (namespace: string, name: string) =>
    elementsOf(root)
      .filter((element) => isNamed(element, namespace, name))
      .map(({ textContent }) => textContent?.trim() ?? '');
  const [issuer = ''] = textsOf(ASSERTION, 'Issuer');
  const messageId = root.getAttribute('ID') ?? '';
  if (issuer === '' || messageId === '') throw refused('the log-out lacks something that it must have');
  return {
    ...{ issuer, messageId, sessionIds: textsOf(PROTOCOL, 'SessionIndex') },
    destination: root.getAttribute('Destination') || undefined,
    issuedAt: Date.parse(root.getAttribute('IssueInstant') ?? ''),
  };
}

/**
 * The outermost element of a message without definitions of types or entities.
 * @throws SignInFailure
 */
function parseSamlMessage(xml: string): Element {
  if (xml.length > LONGEST) throw refused('the message is too long');
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refused('the message defines types or entities');
  const root = parsed(xml);
  const ids = [root, ...descendantsOf(root)].flatMap((element) =>
    ['ID', 'Id', 'id'].flatMap((name) => element.getAttribute(name) || []),
  );
  if (new Set(ids).size !== ids.length) throw refused('an ID stands twice');
  return root;
}

function parsed(xml: string): Element {
  // What the parser says of a message quotes it.
  const fail = (): never => {
    throw refused('the message is no XML');
  };
  const parser = new DOMParser({ errorHandler: { error: fail, fatalError: fail, warning: fail } });
  return parser.parseFromString(xml, 'text/xml')?.documentElement ?? fail();
}

function checkStatus(root: Element): void {
  const status = elementsOf(root).find((element) => isNamed(element, PROTOCOL, 'Status'));
  const code = status && elementsOf(status).find((element) => isNamed(element, PROTOCOL, 'StatusCode'));
  const value = code?.getAttribute('Value');
  if (value === SUCCESS) return;
  const inner = code && elementsOf(code)[0]?.getAttribute('Value');
  const name = (inner || value || 'nothing').replace(/^.*:/, '').replace(/\W/g, '').slice(0, 50);
  throw new SignInFailure('declined', `it answered ${name}`);
}

/** Signatures stand directly in what they sign, cover all of it, and are made in ways that are still safe. */
function checkSignatures(root: Element, assertion: Element, signs: SamlSignedPart): void {
  const signatures = descendantsOf(root).filter((element) => isNamed(element, SIGNATURE, 'Signature'));
  for (const signature of signatures) {
    const owner = signature.parentNode === root ? root : assertion;
    if (signature.parentNode !== owner) throw refused('a signature stands in the wrong place');
    checkSignature(signature, owner.getAttribute('ID') ?? '');
  }
  const signed = signs === 'response' ? root : assertion;
  if (signatures.filter(({ parentNode }) => parentNode === signed).length !== 1) {
    throw refused(`the ${signs} is not signed`);
  }
}

function checkSignature(signature: Element, id: string): void {
  const parts = descendantsOf(signature).filter(({ namespaceURI }) => namespaceURI === SIGNATURE);
  const references = parts.filter(({ localName }) => localName === 'Reference');
  const isOfOwner = id !== '' && references[0]?.getAttribute('URI') === `#${id}`;
  if (references.length !== 1 || !isOfOwner) throw refused('a signature is of another element');
  if (parts.some(({ localName }) => localName === 'Object')) throw refused('a signature has content of its own');
  for (const part of parts) {
    const algorithms = ALGORITHMS[part.localName];
    const algorithm = part.getAttribute('Algorithm') ?? '';
    if (algorithms && !algorithms.has(algorithm)) {
      throw refused(`its signature uses ${algorithm.replace(/[^\w:/.#-]/g, '').slice(0, 100)}`);
    }
  }
}

function elementsOf(node: Element): Element[] {
  const elements: Element[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (isElement(child)) elements.push(child);
  return elements;
}

/** In no particular order. @throws SignInFailure for elements that stand so deep that only an attacker puts them there */
function descendantsOf(node: Element): Element[] {
  const found: Element[] = [];
  let level = elementsOf(node);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw refused('its elements stand too deep in each other');
    // One by one: an attacker's may be more than a call takes arguments.
    for (const element of level) found.push(element);
    level = level.flatMap(elementsOf);
  }
  return found;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

function isNamed({ namespaceURI, localName }: Element, namespace: string, name: string): boolean {
  return namespaceURI === namespace && localName === name;
}

function refused(message: string): SignInFailure {
  return new SignInFailure('provider-failed', message);
}
