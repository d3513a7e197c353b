import { toUSVString } from 'node:util';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { PagePreview } from '@stoa/markdown';
import { cut, oneLine, webAddress } from './page-facts';

const LONGEST_TITLE = 300;
const LONGEST_EMBED = 4_000;

/** The fields of an oEmbed answer that are read; some providers leave them out, or send them as null. */
const OembedSchema = Type.Object({
  type: Type.String(),
  url: Type.Optional(Type.Unknown()),
  title: Type.Optional(Type.Unknown()),
  thumbnail_url: Type.Optional(Type.Unknown()),
  html: Type.Optional(Type.Unknown()),
});

/** The photo or video of an oEmbed answer; null if it has neither, or is none. @param base where it came from */
export function oembedPreview(text: string, base: URL): PagePreview | null {
  const answer = parsed(text);
  if (answer === null) return null;
  const title = cut(oneLine(textOf(answer.title)), LONGEST_TITLE);
  if (answer.type === 'photo') {
    const imageUrl = webAddress(textOf(answer.url), base);
    return imageUrl === null ? null : { kind: 'photo', title, imageUrl };
  }
  const embedHtml = toUSVString(textOf(answer.html)).replaceAll('\u0000', '');
  const imageUrl = webAddress(textOf(answer.thumbnail_url), base);
  if (answer.type !== 'video' || embedHtml === '' || embedHtml.length > LONGEST_EMBED || imageUrl === null) return null;
  return { kind: 'video', title, imageUrl, embedHtml };
}

function parsed(text: string): Static<typeof OembedSchema> | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(OembedSchema, value) ? value : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
