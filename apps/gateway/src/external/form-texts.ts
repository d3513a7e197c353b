import { type Delivery, type Integration, takesForms } from '@stoa/integrations';

const MULTIPART = /^multipart\/form-data\b/i;

/**
 * Texts of a form with several parts, where the integration takes one; files are left out. Who asks has looked at the
 * signature: a form that anybody may have sent is not read.
 * @returns undefined where the body is none, or cannot be read
 */
export async function formTexts(
  integration: Integration,
  delivery: Delivery,
): Promise<Record<string, string> | undefined> {
  const { headers, body } = delivery;
  const type = headers['content-type'] ?? '';
  if (!takesForms(integration) || !MULTIPART.test(type) || body.length === 0) return undefined;
  try {
    const form = await new Response(asStream(body), { headers: { 'content-type': type } }).formData();
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

/** Unlike bytes, a stream is not copied before it is read. */
function asStream(bytes: Uint8Array): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
