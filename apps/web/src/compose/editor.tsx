import { Eye, Pencil } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  lazy,
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useClient } from '../client/client';
import { type Command, ownCommandOf } from '../client/keys';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';
import { type Format, continuedList, formatted } from './format';
import type { Target } from './target';
import { EmojiNameButton, UploadButton, hasFiles, pastedFiles } from './attach';
import { CallButtons } from './calls/call-buttons';
import { TimeButton, useEditorDialogs } from './editor-dialogs';
import { type SendKeyPress, breaksLine } from './keys';
import { pasteText } from './paste/paste';
import { TextArea } from './text-area';
import { applyEdit, insertText, selectedIn } from './text-edits';
import { FormatButtons, FormatHelpButton } from './toolbar';
import { TypeaheadList } from './typeahead/typeahead-list';
import { UploadList } from './upload-list';
import type { Uploads } from './uploads';
import { useTypeahead } from './typeahead/use-typeahead';

const Preview = lazy(() => import('./preview'));

interface EditorProps {
  label: string;
  placeholder?: string;
  value: string;
  takesFocus?: boolean;
  describedBy?: string;
  /** Who it is written to: whoever takes part there is offered first. */
  target: Target;
  onChange: (text: string) => void;
  /** Sends or saves. */
  onSend: () => void;
  isSendKey: (event: SendKeyPress) => boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  uploads: Uploads;
  /** Further buttons of the toolbar. */
  tools?: ReactNode;
  /** What stands beside the box: the button that sends. */
  end?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
}

/** What the keys that format do (web-details.md D.4). */
const FORMATS: Readonly<Partial<Record<Command, Format>>> = {
  ...{ formatBold: 'bold', formatItalic: 'italic', formatLink: 'link', formatCode: 'code', formatQuote: 'quote' },
};

function formatOf({ nativeEvent }: KeyboardEvent): Format | undefined {
  const command = ownCommandOf(nativeEvent);
  return command && FORMATS[command];
}

interface PreviewButtonProps {
  isPreviewed: boolean;
  onToggle: () => void;
  ref: Ref<HTMLButtonElement>;
}

const PreviewButton = memo(function PreviewButton({ isPreviewed, onToggle, ref }: PreviewButtonProps) {
  const Icon = isPreviewed ? Pencil : Eye;
  const label = isPreviewed ? t('compose.write') : t('compose.preview');
  return (
    <IconButton ref={ref} label={label} aria-pressed={isPreviewed} onClick={onToggle}>
      <Icon size="1rem" aria-hidden="true" />
    </IconButton>
  );
});

/** Whether the text is shown as it will look. The focus stays in the box: what it was in is not on the screen meanwhile. */
function usePreview(area: RefObject<HTMLTextAreaElement | null>, button: RefObject<HTMLButtonElement | null>) {
  const [isPreviewed, setPreviewed] = useState(false);
  const hasToggled = useRef(false);
  useEffect(() => {
    if (!hasToggled.current) return;
    if (isPreviewed) button.current?.focus();
    else area.current?.focus();
  }, [area, button, isPreviewed]);
  const toggle = useCallback((): void => {
    hasToggled.current = true;
    setPreviewed((was) => !was);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isWanted = ownCommandOf(event.nativeEvent) === 'preview' || (event.key === 'Escape' && isPreviewed);
    if (!isWanted) return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  };
  return { isPreviewed, toggle, onKeyDown };
}

/** A box for the text of a message, with what helps in writing it. */
export function Editor({ target, onSend, isSendKey, onKeyDown, uploads, tools, end, ref, ...box }: EditorProps) {
  const client = useClient();
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current);
  const previewButton = useRef<HTMLButtonElement>(null);
  const { isPreviewed, ...preview } = usePreview(area, previewButton);
  const { dialogs, askTime, askPaste } = useEditorDialogs(area);
  const typeahead = useTypeahead(area, target, askTime);
  // The same functions for as long as the box is there: none of its buttons is drawn with every key.
  const type = useCallback((text: string): void => {
    if (area.current) insertText(area.current, text);
  }, []);
  useEffect(() => uploads.attach((text) => area.current && insertText(area.current, text)), [uploads]);
  const { id, suggestions, position } = typeahead;
  const hasList = suggestions.length > 0;
  const format = useCallback((kind: Format): void => {
    if (area.current) applyEdit(area.current, formatted(selectedIn(area.current), kind));
  }, []);
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (typeahead.onKey(event)) return;
    const kind = formatOf(event);
    if (kind) format(kind);
    else if (isSendKey(event.nativeEvent)) onSend();
    else if (breaksLine(event.nativeEvent, isSendKey)) {
      const edit = continuedList(selectedIn(event.currentTarget));
      if (edit) applyEdit(event.currentTarget, edit);
      // Browsers begin no line where another key than Shift is held.
      else if (event.ctrlKey || event.metaKey || event.altKey) insertText(event.currentTarget, '\n');
      else return;
    } else return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className="editor-box"
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        uploads.add(event.dataTransfer.files);
      }}
      onKeyDown={preview.onKeyDown}
    >
      <div className="compose-line">
        <div className="editor" hidden={isPreviewed}>
          {hasList && (
            <TypeaheadList {...{ id, suggestions, position }} onPoint={typeahead.setPosition} onTake={typeahead.take} />
          )}
          <TextArea
            {...box}
            ref={area}
            listId={hasList ? id : undefined}
            activeId={hasList ? `${id}-${position}` : undefined}
            onKeyDown={onKey}
            onCaret={typeahead.follow}
            onBlur={typeahead.leave}
            onPaste={(event) => {
              const files = pastedFiles(event);
              if (files.length > 0) {
                event.preventDefault();
                uploads.add(files);
                return;
              }
              const [html, plain] = [
                event.clipboardData.getData('text/html'),
                event.clipboardData.getData('text/plain'),
              ];
              if (pasteText(client, event.currentTarget, { html, plain, uploads, ask: askPaste }))
                event.preventDefault();
            }}
          />
        </div>
        {isPreviewed && (
          <Suspense>
            <Preview text={box.value} />
          </Suspense>
        )}
        {end}
      </div>
      <UploadList uploads={uploads} />
      <div className="compose-tools" role="toolbar" aria-label={t('compose.tools')}>
        <PreviewButton ref={previewButton} isPreviewed={isPreviewed} onToggle={preview.toggle} />
        <UploadButton uploads={uploads} />
        <CallButtons onInsert={type} disabled={isPreviewed} />
        <EmojiNameButton onChoose={type} />
        <TimeButton onAsk={askTime} disabled={isPreviewed} />
        {tools}
        <FormatButtons onFormat={format} disabled={isPreviewed} />
        <FormatHelpButton />
      </div>
      {dialogs}
    </div>
  );
}
