import type { RenderFacts } from '../render/facts';
import { isIn } from '../store/groups';
import type { State } from '../store/state';
import { useClientState } from './client';

type Formats = State['organization']['server_thumbnail_formats'];

/** The smallest format that fills a preview; what the server has no format for keeps its address. */
function thumbnailOf(formats: Formats): RenderFacts['thumbnail'] {
  const bySize = [...formats].sort((a, b) => a.max_width - b.max_width);
  const still =
    bySize.find(({ animated, max_width }) => !animated && max_width >= 500) ?? bySize.find((f) => !f.animated);
  const animated = bySize.find((format) => format.animated && format.max_width >= 500) ?? still;
  return still && animated ? { still: still.name, animated: animated.name } : undefined;
}

/** The parts of the state that messages show. */
const PARTS = ['users', 'groups', 'channels', 'organization', 'settings', 'userId'] as const;

function factsOf({ users, groups, channels, organization, settings, userId }: State): RenderFacts {
  return {
    ownUserId: userId,
    userName: (id) => users.get(id)?.full_name,
    // Those of roles are called differently in each language: the text stays as it was sent.
    groupName: (id) => (groups.get(id)?.is_system_group ? undefined : groups.get(id)?.name),
    isOwnGroup: (id) => isIn({ groups }, id, userId),
    channelName: (id) => channels.get(id)?.name,
    emptyTopicName: organization.realm_empty_topic_display_name,
    usesTwentyFourHours: settings.twenty_four_hour_time,
    animatesImages: settings.web_animate_image_previews as RenderFacts['animatesImages'],
    thumbnail: thumbnailOf(organization.server_thumbnail_formats),
    playgrounds: organization.realm_playgrounds,
    emojiAsText: settings.emojiset === 'text',
  };
}

let last: { state: State; facts: RenderFacts } | undefined;

/** One object for all messages: new only when a name or setting that they show has changed. */
export function renderFacts(state: State): RenderFacts {
  const known = last;
  // Each row on the screen asks with every change of the state.
  if (known?.state === state) return known.facts;
  const isSame = known && PARTS.every((part) => known.state[part] === state[part]);
  last = { state, facts: isSame ? known.facts : factsOf(state) };
  return last.facts;
}

/** What messages are rendered with. */
export function useRenderFacts(): RenderFacts {
  return useClientState(renderFacts);
}
