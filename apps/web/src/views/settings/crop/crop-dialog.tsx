import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import ReactCrop, { type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { t } from '../../../strings/strings';
import { ts } from '../../../strings/settings-strings';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Problem } from '../../../ui/problem';
import { type Area, cutOf, middleOf } from './cropped-size';

interface CropDialogProps {
  file: File;
  /** Width by height of what is wanted; undefined where any will do. */
  aspect?: number;
  /** The part that was chosen, as a file of the same name and type. */
  onCut: (cut: File) => void;
  onClose: () => void;
}

const JPEG_QUALITY = 0.92;

/** @returns undefined where the browser cannot write the picture */
function cut(image: HTMLImageElement, chosen: Area, file: File): Promise<File | undefined> {
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  const { source, size } = cutOf(natural, chosen);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const { x, y, width, height } = source;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, size.width, size.height);
  return new Promise((resolve) => {
    const done = (blob: Blob | null): void =>
      resolve(blob ? new File([blob], file.name, { type: blob.type }) : undefined);
    canvas.toBlob(done, file.type, JPEG_QUALITY);
  });
}

/** The file as an address that a picture can have. */
function useAddressOf(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const reader = new FileReader();
    reader.addEventListener('load', () => typeof reader.result === 'string' && setUrl(reader.result));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return url;
}

/** Names of the frame and of what it is drawn by, for who does not see them. */
function ariaLabels() {
  return {
    cropArea: ts('crop.area'),
    nwDragHandle: ts('crop.topLeft'),
    nDragHandle: ts('crop.top'),
    neDragHandle: ts('crop.topRight'),
    eDragHandle: ts('crop.right'),
    seDragHandle: ts('crop.bottomRight'),
    sDragHandle: ts('crop.bottom'),
    swDragHandle: ts('crop.bottomLeft'),
    wDragHandle: ts('crop.left'),
  };
}

/** Asks which part of a picture is wanted: by mouse, by touch, and by the arrow keys on the frame and its corners. */
export default function CropDialog({ file, aspect, onCut, onClose }: CropDialogProps) {
  const url = useAddressOf(file);
  const image = useRef<HTMLImageElement>(null);
  const [area, setArea] = useState<PercentCrop>();
  const [problem, setProblem] = useState<string>();
  const begin = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
    const natural = { width: currentTarget.naturalWidth, height: currentTarget.naturalHeight };
    setArea({ unit: '%', ...middleOf(natural, aspect) });
  };
  const finish = async (): Promise<void> => {
    if (!image.current || !area) return;
    const part = await cut(image.current, area, file);
    if (part) onCut(part);
    else setProblem(ts('crop.failed'));
  };
  return (
    <Dialog
      title={ts('crop.title')}
      description={ts('crop.about')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button kind="primary" disabled={!area} onClick={() => void finish()}>
            {ts('crop.use')}
          </Button>
        </>
      }
    >
      <div className="crop">
        <ReactCrop
          crop={area}
          aspect={aspect}
          keepSelection
          minWidth={24}
          minHeight={24}
          onChange={(_pixels, percents) => setArea(percents)}
          ariaLabels={ariaLabels()}
        >
          {url && (
            <img
              ref={image}
              src={url}
              alt={ts('crop.picture')}
              onLoad={begin}
              onError={() => setProblem(ts('crop.unreadable'))}
            />
          )}
        </ReactCrop>
      </div>
      <Problem text={problem} />
    </Dialog>
  );
}
