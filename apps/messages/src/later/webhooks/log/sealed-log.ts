import { Injectable } from '@nestjs/common';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { openSealedText, sealText } from '@stoa/policy';
import { MessagesEnvironment } from '../../../messages.environment';

/** Characters of a body that are shown: enough to see what it is. */
export const LONGEST_SHOWN_BODY = 16_384;

const Texts = Type.Record(Type.String(), Type.String());

/** What stands around the body of a delivery. */
const HeadSchema = Type.Object({ headers: Texts, query: Texts, is_whole: Type.Boolean() });
export type DeliveryHead = Static<typeof HeadSchema>;

/** What was said to the service of a bot, and what it answered. */
const ExchangeSchema = Type.Object({
  request_headers: Texts,
  request_body: Type.String(),
  /** It was a request over HTTP, and the body is all of it. */
  is_whole: Type.Boolean(),
  answer_headers: Type.Union([Texts, Type.Null()]),
  answer_body: Type.Union([Type.String(), Type.Null()]),
  /** Of a request that was sent again: an answer to it stood in the conversation already. */
  was_said: Type.Optional(Type.Boolean()),
});
export type RecordedExchange = Static<typeof ExchangeSchema>;

/** Seals what deliveries and calls said, and opens it again: it holds what nobody posted. */
@Injectable()
export class SealedLog {
  constructor(private readonly environment: MessagesEnvironment) {}

  /** What is stored where there is no body. */
  nothing(): Buffer {
    return this.sealBody('');
  }

  sealBody(body: string): Buffer {
    return sealText(this.environment.STOA_API_KEY_SECRET, 'stoa/incoming-delivery', body);
  }

  body(sealed: Uint8Array): string {
    return openSealedText(this.environment.STOA_API_KEY_SECRET, 'stoa/incoming-delivery', sealed);
  }

  sealHead(head: DeliveryHead): Buffer {
    return this.sealBody(JSON.stringify(head));
  }

  /** Null where nothing was recorded. */
  head(sealed: Uint8Array | null): DeliveryHead | null {
    return sealed && checked(HeadSchema, this.body(sealed));
  }

  sealExchange(exchange: RecordedExchange): Buffer {
    return sealText(this.environment.STOA_API_KEY_SECRET, 'stoa/webhook-delivery', JSON.stringify(exchange));
  }

  /** Null where nothing was recorded. */
  exchange(sealed: Uint8Array | null): RecordedExchange | null {
    const { STOA_API_KEY_SECRET: secret } = this.environment;
    return sealed && checked(ExchangeSchema, openSealedText(secret, 'stoa/webhook-delivery', sealed));
  }
}

/** As much of a body as is shown. */
export function beginningOf(body: string): string {
  return body.length > LONGEST_SHOWN_BODY ? `${body.slice(0, LONGEST_SHOWN_BODY)}…` : body;
}

/** @throws Error for what this class has not written */
function checked<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(schema, value)) throw new Error('a sealed row of the log is of no form that is known');
  return value;
}
