import { useClientState } from '../../client/client';
import { tc } from '../../strings/channels-strings';

interface FolderSelectProps {
  id?: string;
  label?: string;
  isDisabled?: boolean;
  value: number | null;
  onChange: (folderId: number | null) => void;
}

/** The folder that a channel stands in for everybody. */
export function FolderSelect({ id, label, isDisabled, value, onChange }: FolderSelectProps) {
  const folders = useClientState((state) => state.folders);
  const open = [...folders.values()].filter((folder) => !folder.is_archived || folder.id === value);
  return (
    <select
      id={id}
      className="input select"
      aria-label={label}
      disabled={isDisabled}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      <option value="">{tc('channel.noFolder')}</option>
      {open
        .sort((a, b) => a.order - b.order)
        .map((folder) => (
          <option key={folder.id} value={folder.id}>
            {folder.name}
          </option>
        ))}
    </select>
  );
}
