import { Plus } from 'lucide-react';
import { IconButton } from '../../ui/button';
import { Late } from '../../ui/late';

/** Begins a message to what a row or a section of the sidebar stands for. */
export function BeginButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Late place={<span className="more-button" />}>
      <IconButton className="more-button" data-leads label={label} onClick={onClick}>
        <Plus size="1rem" aria-hidden="true" />
      </IconButton>
    </Late>
  );
}
