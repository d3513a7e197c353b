import { isBoolean, isListOfStrings, isRecordOfNumbers, remembered, rememberedTogether } from './remembered';

/** Keys without Ctrl or Alt act; they can be switched off as a whole (WCAG 2.1.4). */
export const hasSingleKeys = remembered('singleKeys', true, isBoolean);

/** Banners that were put off: until when, in milliseconds, by their names. */
export const bannersPutOff = rememberedTogether('bannersPutOff', {}, isRecordOfNumbers);

/** Hints that were put away and that the service has no names for, by their names here. */
export const hintsPutAway = rememberedTogether('hintsPutAway', [], isListOfStrings);

/** Whether the ways to views and channels stand at the side, where the window is wide enough for them. */
export const showsSidebar = remembered('showsSidebar', true, isBoolean);

/** Whether the list of people stands at the side, where the window is wide enough for it. */
export const showsPeople = remembered('showsPeople', true, isBoolean);

/**
 * Whether the box for writing stands open in conversations. One reads before one writes: until somebody opens it, by a
 * button or a key, there is more room to read.
 */
export const composeIsOpen = remembered('composeIsOpen', false, isBoolean);
