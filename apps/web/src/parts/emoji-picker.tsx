import { History } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useMemo, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { useClientState } from '../client/client';
import { isListOfStrings, remembered } from '../client/remembered';
import { t } from '../strings/strings';
import { type EmojiChoice, type EmojiGroup, POPULAR, allEmoji, findEmoji } from './emoji-search';
import { DrawnEmoji } from './emoji-sign';
import './emoji-picker.css';

const COLUMNS = 8;
const MOST_USED = 16;

/** Codes of the emoji chosen last. */
const usedCodes = remembered<readonly string[]>('emojiUsed', [], isListOfStrings);

function remember({ emoji_code }: EmojiChoice): void {
  usedCodes.update((codes) => [emoji_code, ...codes.filter((code) => code !== emoji_code)].slice(0, MOST_USED));
}

type Line = { kind: 'title'; text: string } | { kind: 'choices'; choices: readonly EmojiChoice[]; first: number };

interface Section {
  /** Its tab; sections without one have none. */
  tab?: EmojiGroup | 'often' | 'own';
  title: string;
  choices: readonly EmojiChoice[];
}

function linesOf(sections: readonly Section[]): { lines: Line[]; flat: EmojiChoice[] } {
  const lines: Line[] = [];
  const flat: EmojiChoice[] = [];
  for (const { title, choices } of sections) {
    if (choices.length === 0) continue;
    lines.push({ kind: 'title', text: title });
    for (let start = 0; start < choices.length; start += COLUMNS) {
      const part = choices.slice(start, start + COLUMNS);
      lines.push({ kind: 'choices', choices: part, first: flat.length });
      flat.push(...part);
    }
  }
  return { lines, flat };
}

function useSections(query: string): readonly Section[] {
  const custom = useClientState((state) => state.emoji);
  const { own, groups, others } = useMemo(() => allEmoji(custom.values()), [custom]);
  const codes = useMemo(() => [...new Set([...usedCodes.get(), ...POPULAR])].slice(0, MOST_USED), []);
  return useMemo(() => {
    const all = [...own, ...others];
    if (query.trim() !== '') return [{ title: t('emoji.found'), choices: findEmoji(all, query) }];
    const often = codes.flatMap((code) => all.find((choice) => choice.emoji_code === code) ?? []);
    return [
      { tab: 'often' as const, title: t('emoji.often'), choices: often },
      { tab: 'own' as const, title: t('emoji.own'), choices: own },
      ...groups.map(({ name, choices }) => ({ tab: name, title: t(`emoji.group.${name}`), choices })),
    ];
  }, [query, own, groups, others, codes]);
}

function Picture({ choice }: { choice: EmojiChoice }) {
  return choice.url === undefined ? (
    <DrawnEmoji code={choice.emoji_code} />
  ) : (
    <img className="emoji" src={choice.url} alt="" loading="lazy" />
  );
}

interface GridProps {
  id: string;
  lines: readonly Line[];
  position: number;
  onPoint: (position: number) => void;
  onChoose: (choice: EmojiChoice, keepsOpen: boolean) => void;
  ref: Ref<VListHandle>;
}

function Grid({ id, lines, position, onPoint, onChoose, ref }: GridProps) {
  return (
    <div id={`${id}-list`} className="emoji-list" role="listbox" aria-label={t('emoji.list')}>
      <VList ref={ref} className="long-list">
        {lines.map((line) =>
          line.kind === 'title' ? (
            <h3 key={line.text} role="presentation">
              {line.text}
            </h3>
          ) : (
            <div key={line.first} className="emoji-line" role="presentation">
              {line.choices.map((choice, offset) => (
                <button
                  key={`${choice.reaction_type} ${choice.emoji_code}`}
                  id={`${id}-${line.first + offset}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={line.first + offset === position}
                  aria-label={choice.emoji_name.replaceAll('_', ' ')}
                  title={`:${choice.emoji_name}:`}
                  onPointerMove={() => onPoint(line.first + offset)}
                  onClick={(event) => onChoose(choice, event.shiftKey)}
                >
                  <Picture choice={choice} />
                </button>
              ))}
            </div>
          ),
        )}
      </VList>
    </div>
  );
}

function Current({ choice }: { choice: EmojiChoice | undefined }) {
  return (
    <p className="emoji-name" aria-hidden="true">
      {choice && (
        <>
          <span className="emoji-large">
            <Picture choice={choice} />
          </span>
          {choice.names.map((name) => `:${name}:`).join(' ')}
        </>
      )}
    </p>
  );
}

/** How far each key moves in the grid. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
};

interface TabsProps {
  sections: readonly Section[];
  /** The section that the chosen emoji is in. */
  current: string | undefined;
  onGo: (section: Section) => void;
}

/** Ways to the groups: each shows its first emoji. */
function Tabs({ sections, current, onGo }: TabsProps) {
  const shown = sections.filter(({ tab, choices }) => tab !== undefined && choices.length > 0);
  if (shown.length < 2) return null;
  return (
    <div className="emoji-tabs" role="toolbar" aria-label={t('emoji.groups')}>
      {shown.map((section) => (
        <button
          key={section.title}
          type="button"
          aria-label={section.title}
          title={section.title}
          aria-pressed={section.title === current}
          onClick={() => onGo(section)}
        >
          {section.tab === 'often' ? <History size="1.125rem" aria-hidden="true" /> : <First section={section} />}
        </button>
      ))}
    </div>
  );
}

function First({ section: { choices } }: { section: Section }) {
  const [first] = choices;
  return (
    <span aria-hidden="true" className="emoji-tab">
      {first && <Picture choice={first} />}
    </span>
  );
}

interface EmojiPickerProps {
  /** @param keepsOpen more are wanted: Shift was held */
  onChoose: (choice: EmojiChoice, keepsOpen: boolean) => void;
}

/** All emoji, found by name or group: typing filters, arrows move, Enter chooses. */
export function EmojiPicker({ onChoose }: EmojiPickerProps) {
  const [query, setQuery] = useState('');
  const [position, setPosition] = useState(0);
  const id = useId();
  const list = useRef<VListHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  const sections = useSections(query);
  const { lines, flat } = useMemo(() => linesOf(sections), [sections]);
  const current = flat[position];
  const choose = (choice: EmojiChoice, keepsOpen: boolean): void => {
    remember(choice);
    onChoose(choice, keepsOpen);
  };
  const section = sections.find(({ choices }) => current !== undefined && choices.includes(current));
  const goTo = (wanted: Section): void => {
    const line = lines.findIndex((each) => each.kind === 'title' && each.text === wanted.title);
    const choices = lines[line + 1];
    if (choices?.kind === 'choices') setPosition(choices.first);
    list.current?.scrollToIndex(line, { align: 'start' });
    input.current?.focus();
  };
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(flat.length - 1, to));
    setPosition(next);
    const line = lines.findIndex(
      (each) => each.kind === 'choices' && next >= each.first && next < each.first + each.choices.length,
    );
    list.current?.scrollToIndex(line, { align: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    const isText = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (event.key === 'Enter' && current) choose(current, event.shiftKey);
    else if (step === undefined || (isText && query !== '' && position === 0)) return;
    else move(position + step);
    event.preventDefault();
  };
  return (
    <div className="emoji-picker">
      <input
        ref={input}
        className="input"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={current && `${id}-${position}`}
        aria-label={t('emoji.search')}
        placeholder={t('emoji.search')}
        autoFocus
        data-autofocus
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setPosition(0);
          list.current?.scrollToIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Tabs sections={sections} current={section?.title} onGo={goTo} />
      {flat.length === 0 ? (
        <p className="emoji-none" role="status">
          {t('emoji.none')}
        </p>
      ) : (
        <Grid ref={list} id={id} lines={lines} position={position} onPoint={setPosition} onChoose={choose} />
      )}
      <Current choice={current} />
      <p className="emoji-more">{t('emoji.more')}</p>
    </div>
  );
}
