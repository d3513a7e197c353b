import type { ReactElement } from 'react';
import { t } from '../../../strings/strings';
import { Menu } from '../../../ui/menu';
import { ChannelItems } from './channel-items';
import { DirectItems } from './direct-items';
import type { MenuSubject } from './menu-subject';
import { SectionItems } from './section-items';
import { TopicItems } from './topic-items';
import { ViewItems } from './view-items';

interface ConversationMenuProps {
  subject: MenuSubject;
  name: string;
  trigger: ReactElement;
}

function Items({ subject }: { subject: MenuSubject }) {
  switch (subject.kind) {
    case 'channel':
      return <ChannelItems channelId={subject.channelId} />;
    case 'topic':
      return <TopicItems {...subject} />;
    case 'direct':
      return <DirectItems directKey={subject.key} />;
    case 'view':
      return <ViewItems {...subject} />;
    case 'section':
      return <SectionItems {...subject} />;
  }
}

/** What one can do with a channel, a topic, a direct conversation or a section (web-details.md C.8). */
export default function ConversationMenu({ subject, name, trigger }: ConversationMenuProps) {
  return (
    <Menu trigger={trigger} label={t('menu.of', { name })} isOpenAtFirst>
      <Items subject={subject} />
    </Menu>
  );
}
