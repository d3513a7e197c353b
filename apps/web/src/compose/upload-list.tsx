import { RotateCw, X } from 'lucide-react';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';
import type { Uploads } from './uploads';

/** Files on their way: how far they are, and what can be done about them. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const items = useSlice(uploads.items, (all) => all);
  if (items.length === 0) return null;
  return (
    <ul className="uploads" aria-label={t('upload.list')}>
      {items.map(({ id, name, bytes, sentBytes, state, failure, canRetry }) => (
        <li key={id} data-state={state}>
          <bdi className="upload-name">{name}</bdi>
          {state === 'failed' ? (
            <span role="alert" className="field-error">
              {failure}
            </span>
          ) : (
            <progress aria-label={t('upload.progress', { name })} max={bytes} value={sentBytes} />
          )}
          {canRetry && (
            <IconButton label={t('upload.retry', { name })} onClick={() => uploads.retry(id)}>
              <RotateCw size="1rem" aria-hidden="true" />
            </IconButton>
          )}
          <IconButton label={t('upload.cancel', { name })} onClick={() => uploads.cancel(id)}>
            <X size="1rem" aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
