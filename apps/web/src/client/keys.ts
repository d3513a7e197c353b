/** Where the help lists a key. */
export type KeyGroup = 'general' | 'places' | 'messages' | 'writing' | 'menus';

interface KeySpec {
  readonly command: string;
  /** Chords: `Ctrl+`, `Alt+` and, for letters and named keys, `Shift+` before the key. Ctrl is Cmd on macOS. */
  readonly chords: readonly string[];
  readonly group: KeyGroup;
  /** It acts while one writes, too. */
  readonly isForWriting?: true;
  /** The browser acts on it by itself, or what has the focus does, as a menu or the box for writing: it is only listed. */
  readonly isNative?: true;
}

/** Every key that acts without a field in focus (web-details.md H): what listens and what helps are made of this. */
export const KEYS = [
  { command: 'search', chords: ['/'], group: 'general' },
  { command: 'palette', chords: ['Ctrl+k'], group: 'general', isForWriting: true },
  { command: 'help', chords: ['?'], group: 'general' },
  { command: 'filterSidebar', chords: ['q'], group: 'general' },
  { command: 'filterPeople', chords: ['w'], group: 'general' },
  { command: 'stepOut', chords: ['Escape'], group: 'general' },
  { command: 'goHome', chords: ['Ctrl+['], group: 'general' },
  { command: 'back', chords: ['Alt+ArrowLeft'], group: 'general', isNative: true },
  { command: 'forward', chords: ['Alt+ArrowRight'], group: 'general', isNative: true },

  { command: 'nextUnreadTopic', chords: ['n'], group: 'places' },
  { command: 'nextUnreadFollowed', chords: ['Shift+n'], group: 'places' },
  { command: 'nextUnreadDirect', chords: ['p'], group: 'places' },
  { command: 'widen', chords: ['s'], group: 'places' },
  { command: 'inContext', chords: ['z'], group: 'places' },
  { command: 'topicList', chords: ['y'], group: 'places' },
  { command: 'previousChannel', chords: ['Shift+a'], group: 'places' },
  { command: 'nextChannel', chords: ['Shift+d'], group: 'places' },
  { command: 'goInbox', chords: ['Shift+i'], group: 'places' },
  { command: 'goRecent', chords: ['Shift+t'], group: 'places' },
  { command: 'goFeed', chords: ['a'], group: 'places' },
  { command: 'goDirects', chords: ['Shift+p'], group: 'places' },
  { command: 'goStarred', chords: ['*'], group: 'places' },
  { command: 'goDrafts', chords: ['d'], group: 'places' },

  { command: 'nextMessage', chords: ['ArrowDown', 'j'], group: 'messages' },
  { command: 'previousMessage', chords: ['ArrowUp', 'k'], group: 'messages' },
  { command: 'pageDown', chords: ['PageDown', 'Space', 'Shift+j'], group: 'messages' },
  { command: 'pageUp', chords: ['PageUp', 'Shift+Space', 'Shift+k'], group: 'messages' },
  { command: 'lastMessage', chords: ['End', 'Shift+g'], group: 'messages' },
  { command: 'firstMessage', chords: ['Home'], group: 'messages' },
  { command: 'edit', chords: ['e'], group: 'messages' },
  { command: 'move', chords: ['m'], group: 'messages' },
  { command: 'star', chords: ['Ctrl+s'], group: 'messages' },
  { command: 'react', chords: [':'], group: 'messages' },
  { command: 'thumbsUp', chords: ['+'], group: 'messages' },
  { command: 'firstReaction', chords: ['='], group: 'messages' },
  { command: 'markUnread', chords: ['Shift+u'], group: 'messages' },
  { command: 'muteTopic', chords: ['Shift+m'], group: 'messages' },
  { command: 'collapse', chords: ['-'], group: 'messages' },
  { command: 'copyLink', chords: ['l'], group: 'messages' },
  { command: 'history', chords: ['Shift+h'], group: 'messages' },
  { command: 'receipts', chords: ['Shift+v'], group: 'messages' },
  { command: 'viewer', chords: ['v'], group: 'messages' },

  { command: 'reply', chords: ['r', 'Enter'], group: 'writing' },
  { command: 'newChannelMessage', chords: ['c'], group: 'writing' },
  { command: 'newDirectMessage', chords: ['x'], group: 'writing' },
  { command: 'quote', chords: ['>'], group: 'writing' },
  { command: 'forwardMessage', chords: ['<', '\\'], group: 'writing' },
  { command: 'replyToSender', chords: ['Shift+r'], group: 'writing' },
  { command: 'replyMentioning', chords: ['@'], group: 'writing' },
  { command: 'editLast', chords: ['ArrowLeft'], group: 'writing' },
  { command: 'goToWritten', chords: ['Ctrl+.'], group: 'writing', isForWriting: true },
  { command: 'formatBold', chords: ['Ctrl+b'], group: 'writing', isNative: true },
  { command: 'formatItalic', chords: ['Ctrl+i'], group: 'writing', isNative: true },
  { command: 'formatLink', chords: ['Ctrl+Shift+l'], group: 'writing', isNative: true },
  { command: 'formatCode', chords: ['Ctrl+Shift+c'], group: 'writing', isNative: true },
  { command: 'formatQuote', chords: ["Ctrl+'"], group: 'writing', isNative: true },
  { command: 'preview', chords: ['Alt+p'], group: 'writing', isNative: true },

  { command: 'messageMenu', chords: ['i'], group: 'menus' },
  { command: 'gearMenu', chords: ['g'], group: 'menus' },
  { command: 'personalMenu', chords: ['g+ArrowRight'], group: 'menus', isNative: true },
  { command: 'helpMenu', chords: ['g+ArrowLeft'], group: 'menus', isNative: true },
  { command: 'senderCard', chords: ['u'], group: 'menus' },
] as const satisfies readonly KeySpec[];

export type Command = (typeof KEYS)[number]['command'];
export type Key = KeySpec & { readonly command: Command };

/** The keys with a chord, in the order of the list. */
export function keysOf(chord: string): readonly Key[] {
  const all: readonly Key[] = KEYS;
  return all.filter(({ chords, isNative }) => !isNative && chords.includes(chord));
}

/** What a press means to the part that has the focus, for keys that it acts on itself. */
export function ownCommandOf(press: KeyPress): Command | undefined {
  const chord = chordOf(press);
  const all: readonly Key[] = KEYS;
  return all.find(({ chords, isNative }) => isNative && chord !== undefined && chords.includes(chord))?.command;
}

/** What of a keyboard event says which keys are held. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>;

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead']);

/** The letter of a key where the layout types no ASCII: by the place of the key (web-details.md H). */
function letterOf({ key, code }: KeyPress): string {
  if (key === ' ') return 'Space';
  if (key.length > 1 || key.charCodeAt(0) < 128) return key;
  return /^Key([A-Z])$/.exec(code)?.[1] ?? key;
}

/**
 * The name of what is pressed, as `KEYS` writes it: caps lock makes no difference, nor does the way in which a layout
 * makes a sign. Undefined while only modifiers are held.
 */
export function chordOf(press: KeyPress): string | undefined {
  if (MODIFIERS.has(press.key)) return undefined;
  const key = letterOf(press);
  const isLetter = /^[a-z]$/i.test(key);
  const isSign = key.length === 1 && !isLetter;
  // On many layouts signs are typed with AltGr, which is Ctrl and Alt at once for the browser, or with Option.
  const isTyped = press.getModifierState?.('AltGraph') === true || (isSign && press.altKey && !press.metaKey);
  // Cmd and [ is the browser's way back.
  const isCommanded = press.ctrlKey || (press.metaKey && key !== '[');
  const parts = [
    !isTyped && isCommanded ? 'Ctrl+' : '',
    !isTyped && press.altKey ? 'Alt+' : '',
    press.shiftKey && !isSign ? 'Shift+' : '',
  ];
  return parts.join('') + (isLetter ? key.toLowerCase() : key);
}
