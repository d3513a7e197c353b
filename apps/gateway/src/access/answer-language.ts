import type { Translate } from '@stoa/http-params';
import { DEFAULT_LANGUAGE, type Write, acceptedLanguage, errorText, shippedLanguage, textsIn } from '@stoa/texts';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** `default_language` of the account that asks, once that is known. */
    callerLanguage?: string;
  }
}

/** How the text of an error is written for whoever made a request. */
export interface AnswerLanguage {
  tag: string;
  /** Undefined for English, which is what errors are thrown in. */
  translate: Translate | undefined;
}

/** Texts of a page for whoever opens it. */
export interface AnswerTexts {
  tag: string;
  write: Write;
}

const ENGLISH: AnswerLanguage = { tag: DEFAULT_LANGUAGE, translate: undefined };

/** Of the account that asks; of the header Accept-Language where none is known (organization.md 1.1). */
export function answerLanguage({ callerLanguage, headers }: FastifyRequest): AnswerLanguage {
  const isCallerKnown = callerLanguage !== undefined;
  const tag = isCallerKnown ? shippedLanguage(callerLanguage) : acceptedLanguage(headers['accept-language']);
  return tag === DEFAULT_LANGUAGE ? ENGLISH : { tag, translate: (english) => errorText(tag, english) };
}

/** For pages. */
export function answerTexts(request: FastifyRequest): AnswerTexts {
  const { tag } = answerLanguage(request);
  return { tag, write: textsIn(tag) };
}
