import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { useClientState } from '../../client/client';
import { ChannelRows } from '../../frame/sidebar/channel-rows';
import { AllTopics } from '../../frame/sidebar/topic-rows';
import { t } from '../../strings/strings';
import { FilterField } from '../../ui/filter-field';
import '../../frame/sidebar/sidebar.css';

/** The channels that are open to the web, and their topics. */
export function SpectatorSidebar({ onNavigate }: { onNavigate: () => void }) {
  const [typed, setTyped] = useState('');
  const [zoomed, setZoomed] = useState<number>();
  const box = useRef<HTMLElement>(null);
  const channel = useClientState((state) => (zoomed === undefined ? undefined : state.channels.get(zoomed)));
  const zoom = (channelId: number | undefined): void => {
    setTyped('');
    setZoomed(channelId);
  };
  const navigate = ({ target }: { target: EventTarget }): void => {
    if (target instanceof Element && target.closest('a')) onNavigate();
  };
  return (
    <nav className="sidebar" ref={box} aria-label={t('sidebar.title')} onClick={navigate}>
      <FilterField
        className="sidebar-filter"
        label={channel ? t('sidebar.filterTopics') : t('sidebar.filter')}
        value={typed}
        onChange={setTyped}
        onEnter={() => box.current?.querySelector<HTMLElement>('[data-row]')?.click()}
      />
      {channel ? (
        <>
          <button type="button" className="sidebar-link sidebar-more" onClick={() => zoom(undefined)}>
            <ArrowLeft className="icon mirrored" size="1em" aria-hidden="true" /> {t('sidebar.back')}
          </button>
          <h2>
            <bdi>{channel.name}</bdi>
          </h2>
          <AllTopics channel={channel} typed={typed.trim()} />
        </>
      ) : (
        <ChannelRows typed={typed.trim()} onTopics={zoom} />
      )}
      <p className="spectator-hint">{t('spectator.hint')}</p>
    </nav>
  );
}
