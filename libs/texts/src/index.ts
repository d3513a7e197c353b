export { errorText } from './error-text';
export { DEFAULT_LANGUAGE, TEXT_LANGUAGES, acceptedLanguage, requestedLanguage, shippedLanguage } from './languages';
export { text, textsIn } from './text';
export type { TextKey, TextValues, Write } from './text';
