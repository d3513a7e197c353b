import { useRef } from 'react';
import { Button } from '../../ui/button';

interface FileButtonProps {
  text: string;
  isDisabled?: boolean;
  onFile: (file: File) => void;
}

/** Asks for a picture of the computer. */
export function FileButton({ text, isDisabled, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button disabled={isDisabled} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}
