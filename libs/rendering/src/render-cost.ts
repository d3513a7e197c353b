import type { RenderContext } from '@stoa/markdown';

/**
 * Characters times passes: 4,000 characters without linkifiers, 1,000 with thirty. The slowest markup of that size takes 2 ms
 * of processor time, and ten times that in a process that has just started (docs/build/rendering.md).
 */
const INLINE_COST = 40_000;
/** What a character costs without linkifiers; each linkifier adds one. */
const BASE_COST = 10;

const MATH_FENCE = /[`~]{3} *\{?\.?math/i;
const FENCE = /`{3}|~{3}/;

/** A formula takes milliseconds however short it is, and its typesetter prints characters that it has no measures of. */
function mayHoldMath(content: string, { defaultCodeLanguage }: RenderContext): boolean {
  if (content.includes('$$') || MATH_FENCE.test(content)) return true;
  return defaultCodeLanguage?.toLowerCase() === 'math' && FENCE.test(content);
}

/** Whether rendering a text might hold up the event loop. */
export function isHeavy(content: string, context: RenderContext): boolean {
  const cost = content.length * (BASE_COST + (context.linkifiers?.length ?? 0));
  return cost > INLINE_COST || mayHoldMath(content, context);
}
