import type { Delivery } from '@stoa/integrations';

const MULTIPART = /^multipart\/form-data\b/i;

/** Texts of a form with several parts; files are left out. @returns undefined where the body is none, or cannot be read */
export async function formTexts({ headers, body }: Delivery): Promise<Record<string, string> | undefined> {
  const type = headers['content-type'] ?? '';
  if (!MULTIPART.test(type) || body.length === 0) return undefined;
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const texts = new Map<string, string>();
    form.forEach((value, name) => {
      if (typeof value === 'string') texts.set(name, value);
    });
    return Object.fromEntries(texts);
  } catch (error) {
    // What is no form is no JSON either: the tool and the owner of the bot are told so.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
