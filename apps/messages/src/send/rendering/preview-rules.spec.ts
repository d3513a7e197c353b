import { type PreviewFacts, shownPreviews } from './preview-rules';

const ON = { inlineImagePreview: true, inlineUrlEmbedPreview: true };
const OFF = { inlineImagePreview: false, inlineUrlEmbedPreview: false };
const NONE = { hasMedia: false, hasPages: false };
const SOME = { hasMedia: true, hasPages: true };

describe('what is shown of what a message links to', () => {
  it.each<[string, PreviewFacts, media: boolean, pages: boolean]>([
    ['of people', { organization: ON, isBot: false }, true, true],
    ['where nothing is wanted', { organization: OFF, isBot: false }, false, false],
    ['of bots, whose pages are not fetched', { organization: ON, isBot: true }, true, false],
    ['of a push', { organization: ON, isBot: true, isWithoutPreviews: true }, false, false],
    ['of people, rendered anew', { organization: ON, isBot: false, stored: NONE }, true, false],
    ['that was shown, rendered anew', { organization: OFF, isBot: false, stored: SOME }, true, true],
    ['of a bot that showed it, rendered anew', { organization: ON, isBot: true, stored: SOME }, true, true],
    ['of a bot that showed nothing, rendered anew', { organization: ON, isBot: true, stored: NONE }, false, false],
  ])('%s', (_title, facts, media, pages) => {
    expect(shownPreviews(facts)).toEqual({ media, pages });
  });
});
