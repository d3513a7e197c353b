import {
  Bold,
  CircleHelp,
  Code,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Sigma,
  Strikethrough,
  TextQuote,
} from 'lucide-react';
import { memo } from 'react';
import { goTo } from '../client/location';
import { type StringKey, t } from '../strings/strings';
import { IconButton } from '../ui/button';
import type { Format } from './format';

interface Tool {
  readonly format: Format;
  readonly icon: LucideIcon;
  readonly label: StringKey;
}

const TOOLS: readonly Tool[] = [
  { format: 'bold', icon: Bold, label: 'format.bold' },
  { format: 'italic', icon: Italic, label: 'format.italic' },
  { format: 'strike', icon: Strikethrough, label: 'format.strike' },
  { format: 'link', icon: Link, label: 'format.link' },
  { format: 'numbers', icon: ListOrdered, label: 'format.numbers' },
  { format: 'bullets', icon: List, label: 'format.bullets' },
  { format: 'quote', icon: TextQuote, label: 'format.quote' },
  { format: 'spoiler', icon: EyeOff, label: 'format.spoiler' },
  { format: 'code', icon: Code, label: 'format.code' },
  { format: 'math', icon: Sigma, label: 'format.math' },
];

interface FormatButtonsProps {
  /** The same function as long as the box is: the buttons are not drawn with every key. */
  onFormat: (format: Format) => void;
  disabled?: boolean;
}

/** Buttons that format what is selected. */
export const FormatButtons = memo(function FormatButtons({ onFormat, disabled }: FormatButtonsProps) {
  return TOOLS.map(({ format, icon: Icon, label }) => (
    <IconButton
      key={format}
      label={t(label)}
      disabled={disabled}
      // The selection stays in the box.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onFormat(format)}
    >
      <Icon size="1rem" aria-hidden="true" />
    </IconButton>
  ));
});

/** Shows how messages are formatted; what is written stays. */
export const FormatHelpButton = memo(function FormatHelpButton() {
  return (
    <IconButton label={t('menu.formatting')} onClick={() => goTo('#message-formatting')}>
      <CircleHelp size="1rem" aria-hidden="true" />
    </IconButton>
  );
});
