import { Catalogue } from './catalogue';
import english from './channels.en.json';

export type ChannelsKey = keyof typeof english;

/** Texts of the overlay of channels and of the menus of channels, topics and conversations: loaded with these. */
export const channelsTexts = new Catalogue<ChannelsKey>(english, { de: () => import('./channels.de.json') });

/** A text about channels. */
export const tc = channelsTexts.text;
