import { lazy, useState } from 'react';
import { FileButton } from '../file-button';
import { canBeCut } from './cropped-size';
import { Awaited } from '../../../parts/awaited';

const CropDialog = lazy(() => import('./crop-dialog'));

interface PictureButtonProps {
  text: string;
  isDisabled?: boolean;
  /** Width by height that the picture shall have; undefined where any will do. */
  aspect?: number;
  onFile: (file: File) => void;
}

/** Asks for a picture of the computer, and which part of it is meant. What may move stays whole. */
export function PictureButton({ text, isDisabled, aspect, onFile }: PictureButtonProps) {
  const [chosen, setChosen] = useState<File>();
  const take = (file: File): void => {
    setChosen(undefined);
    onFile(file);
  };
  return (
    <>
      <FileButton
        text={text}
        isDisabled={isDisabled}
        onFile={(file) => (canBeCut(file) ? setChosen(file) : take(file))}
      />
      <Awaited onDrop={() => setChosen(undefined)}>
        {chosen && <CropDialog file={chosen} aspect={aspect} onCut={take} onClose={() => setChosen(undefined)} />}
      </Awaited>
    </>
  );
}
