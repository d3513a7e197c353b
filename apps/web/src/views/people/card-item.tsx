import type { LucideIcon } from 'lucide-react';

interface ItemProps {
  icon: LucideIcon;
  children: string;
  href?: string;
  onPress?: () => void;
}

/** One thing that can be done from a card. */
export function CardItem({ icon: Icon, children, href, onPress }: ItemProps) {
  const content = (
    <>
      <Icon size="1rem" aria-hidden="true" /> {children}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className="card-item" onClick={onPress}>
          {content}
        </button>
      ) : (
        <a className="card-item" href={href} onClick={onPress}>
          {content}
        </a>
      )}
    </li>
  );
}
