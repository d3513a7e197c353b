import { Phone, Video } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { RequestRefused } from '../../api/failures';
import { failureText } from '../../client/act';
import { useClientState } from '../../client/client';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import { callMaker } from './call-links';

interface CallButtonsProps {
  disabled?: boolean;
  onInsert: (text: string) => void;
}

/** Begin a call with the organization's provider, and type a link to it. */
export const CallButtons = memo(function CallButtons({ disabled, onInsert }: CallButtonsProps) {
  const organization = useClientState((state) => state.organization);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const make = useMemo(() => callMaker(organization), [organization]);
  if (!make) return null;
  const begin = async (hasVideo: boolean): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const url = await make({ hasVideo, name: t('call.meeting', { name: organization.realm_name }) });
      onInsert(`[${t(hasVideo ? 'call.joinVideo' : 'call.joinVoice')}](${url})`);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <IconButton label={t('call.video')} disabled={disabled || isBusy} onClick={() => void begin(true)}>
        <Video size="1rem" aria-hidden="true" />
      </IconButton>
      <IconButton label={t('call.voice')} disabled={disabled || isBusy} onClick={() => void begin(false)}>
        <Phone size="1rem" aria-hidden="true" />
      </IconButton>
      {failure !== undefined && <Failure failure={failure} />}
    </>
  );
});

/** Who has no account connected yet gets the way to do so. */
function Failure({ failure }: { failure: unknown }) {
  const isUnconnected = failure instanceof RequestRefused && failure.code === 'INVALID_VIDEO_CALL_PROVIDER_TOKEN';
  return (
    <span className="field-error" role="alert">
      {isUnconnected ? (
        <a href="/calls/zoom/register" target="_blank" rel="noopener noreferrer">
          {t('call.connectZoom')}
        </a>
      ) : (
        failureText(failure)
      )}
    </span>
  );
}
