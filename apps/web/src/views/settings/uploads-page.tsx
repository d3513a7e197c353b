import { listAttachments, removeAttachment } from '@stoa/contracts/messages';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useFetched } from '../../client/fetched';
import { useSubmit } from '../../client/submit';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { IconButton } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { fileSize } from './file-size';
import { FilteredList, WhenFetched } from './parts';

type Attachment = AnswerOf<typeof listAttachments>['attachments'][number];

const load = (signal: AbortSignal) => call(listAttachments, {}, { signal });

function RemoveFile({ file, onClose }: { file: Attachment; onClose: (isRemoved: boolean) => void }) {
  const { isBusy, problem, submit } = useSubmit();
  return (
    <Confirm
      title={ts('uploads.removeTitle', { name: file.name })}
      action={ts('uploads.remove')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onClose={() => onClose(false)}
      onConfirm={() =>
        void submit(() => call(removeAttachment, { attachment_id: file.id })).then((isDone) => isDone && onClose(true))
      }
    >
      <p>{ts('uploads.removeText', { count: file.message_ids.length })}</p>
    </Confirm>
  );
}

function FileRow({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium' });
  return (
    <>
      <span className="item-text">
        <a href={`/user_uploads/${file.path_id}`} target="_blank" rel="noreferrer">
          <bdi>{file.name}</bdi>
        </a>
        <span className="setting-hint">
          {date.format(file.create_time * 1000)} · {fileSize(file.size)}
          {file.message_ids.map((id, index) => (
            <span key={id}>
              {' · '}
              <a href={`#narrow/near/${id}`}>{ts('uploads.message', { number: index + 1 })}</a>
            </span>
          ))}
          {file.message_ids.length === 0 && ` · ${ts('uploads.unused')}`}
        </span>
      </span>
      <IconButton label={ts('uploads.removeNamed', { name: file.name })} onClick={onRemove}>
        <Trash2 size="1rem" aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** The user's own files, the newest first. */
export function UploadsPage() {
  const version = useClientState((state) => state.listVersions.attachments);
  const quota = useClientState((state) => state.organization.realm_upload_quota_mib);
  const [fetched, again] = useFetched(load, version);
  const [removing, setRemoving] = useState<Attachment>();
  const close = (isRemoved: boolean): void => {
    setRemoving(undefined);
    if (isRemoved) again();
  };
  return (
    <WhenFetched fetched={fetched} onRetry={again}>
      {({ attachments, upload_space_used }) => (
        <>
          <p>
            {ts('uploads.about', {
              own: fileSize(attachments.reduce((sum, { size }) => sum + size, 0)),
              all: fileSize(upload_space_used),
              quota: quota === null ? 'none' : fileSize(quota * 1024 * 1024),
            })}
          </p>
          <FilteredList
            items={[...attachments].sort((a, b) => b.create_time - a.create_time)}
            textOf={({ name }) => name}
            keyOf={({ id }) => id}
            label={ts('page.uploads')}
            empty={ts('uploads.empty')}
          >
            {(file) => <FileRow file={file} onRemove={() => setRemoving(file)} />}
          </FilteredList>
          {removing && <RemoveFile file={removing} onClose={close} />}
        </>
      )}
    </WhenFetched>
  );
}
