import { Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { SamlAssertion } from '@stoa/policy';
import { SignInFailure } from '../protocols/sign-in-failure';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SKEW_MS = 60_000;

/** A text with attributes, as the library reads elements. */
const Text = Type.Object({
  _: Type.Optional(Type.String()),
  $: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** What counts of an assertion. Other elements may stand in it. */
const AssertionSchema = Type.Object({
  Assertion: Type.Object({
    $: Type.Object({ ID: Type.String({ minLength: 1 }) }),
    Issuer: Type.Tuple([Text]),
    Subject: Type.Tuple([
      Type.Object({
        NameID: Type.Optional(Type.Tuple([Text])),
        SubjectConfirmation: Type.Array(
          Type.Object({
            $: Type.Object({ Method: Type.String() }),
            SubjectConfirmationData: Type.Optional(
              Type.Tuple([
                Type.Object({
                  $: Type.Object({
                    Recipient: Type.Optional(Type.String()),
                    InResponseTo: Type.Optional(Type.String()),
                    NotBefore: Type.Optional(Type.String()),
                    NotOnOrAfter: Type.Optional(Type.String()),
                  }),
                }),
              ]),
            ),
          }),
        ),
      }),
    ]),
    AuthnStatement: Type.Array(
      Type.Object({
        $: Type.Object({
          SessionIndex: Type.Optional(Type.String()),
          AuthnInstant: Type.Optional(Type.String()),
        }),
      }),
      { minItems: 1 },
    ),
    AttributeStatement: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Object({
            Attribute: Type.Array(
              Type.Object({
                $: Type.Object({ Name: Type.String() }),
                AttributeValue: Type.Optional(Type.Array(Type.Unknown())),
              }),
            ),
          }),
          Type.String(),
        ]),
      ),
    ),
  }),
});
type Assertion = Static<typeof AssertionSchema>['Assertion'];

/** What an assertion has to be about. */
export interface ExpectedAssertion {
  /** Entity ID of the provider. */
  issuer: string;
  /** This service's address for its answers. */
  recipient: string;
  /** ID of the request that it answers. */
  requestId: string;
  now: number;
}

/**
 * What an assertion says whose signature, times and audience the library has checked; the rest is checked here (identity.md
 * 5.5): who made it, for which address, and in answer to what.
 * @param parsed the signed bytes, as the library has read them
 * @throws SignInFailure
 */
export function readSamlAssertion(parsed: unknown, expected: ExpectedAssertion): SamlAssertion {
  if (!Value.Check(AssertionSchema, parsed)) throw refused('the assertion lacks something that it must have');
  const { Assertion: assertion } = parsed;
  if (textOf(assertion.Issuer[0]) !== expected.issuer) throw refused('the assertion is of another issuer');
  const [subject] = assertion.Subject;
  if (!subject.SubjectConfirmation.some((confirmation) => confirms(confirmation, expected))) {
    throw refused('the assertion is for another address, another request or another time');
  }
  const nameId = subject.NameID?.[0];
  const { SessionIndex: sessionIndex, AuthnInstant: instant = '' } = assertion.AuthnStatement[0]?.$ ?? {};
  return {
    nameId: textOf(nameId),
    nameIdFormat: nameId?.$?.Format,
    sessionIndex,
    authenticatedAt: secondsOf(instant),
    attributes: attributesOf(assertion),
  };
}

/** @returns undefined for what is no time */
function secondsOf(instant: string): number | undefined {
  const milliseconds = Date.parse(instant);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

type Confirmation = Assertion['Subject'][0]['SubjectConfirmation'][number];

function confirms({ $, SubjectConfirmationData: data }: Confirmation, expected: ExpectedAssertion): boolean {
  const { Recipient, InResponseTo, NotBefore, NotOnOrAfter } = data?.[0].$ ?? {};
  const end = Date.parse(NotOnOrAfter ?? '');
  return (
    $.Method === BEARER &&
    Recipient === expected.recipient &&
    InResponseTo === expected.requestId &&
    NotBefore === undefined &&
    expected.now - SKEW_MS < end
  );
}

function attributesOf({ AttributeStatement: statements = [] }: Assertion): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const statement of statements) {
    for (const {
      $: { Name: name },
      AttributeValue = [],
    } of typeof statement === 'string' ? [] : statement.Attribute) {
      values.set(name, [...(values.get(name) ?? []), ...AttributeValue.map(textOf)]);
    }
  }
  return values;
}

/** Values that are no texts are empty: nothing that counts is made of elements. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Value.Check(Text, value) ? (value._ ?? '').trim() : '';
}

function refused(message: string): SignInFailure {
  return new SignInFailure('provider-failed', message);
}
