import { useRef, useState } from 'react';
import { mostLabelLetters } from '#contract/note-words.ts';
import { Choices } from '../../ui/choices.tsx';
import { stampLabels } from './note-choices.ts';
import styles from './notes-bar.module.css';
import { dateAndName } from './placing.ts';
import { failureWords } from './shown-words.ts';
import type { NotesControl } from './notes-control.ts';
import { labelRatio } from './notes-screen.ts';
import { uploadPicture } from './upload-picture.ts';

const twoLineRatio = 0.36;
const more = { date: 'Date and name', text: 'Own text', picture: 'Own picture (PNG)…' };

/** What the next stamp is. */
export function StampChoice({ control }: { control: NotesControl }) {
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string>(stampLabels[0]);
  const [text, setText] = useState('');
  const { setOptions, setFault } = control.screen;

  function choose(value: string) {
    setFault(null);
    if (value === 'picture') return file.current?.click();
    setChosen(value);
    const own = value === 'text' ? text : value;
    const label = value === 'date' ? dateAndName(control.access.displayName) : own;
    setOptions({ stamp: { label }, stampRatio: value === 'date' ? twoLineRatio : labelRatio });
  }

  async function upload(picture: File | undefined) {
    if (picture === undefined) return;
    try {
      const { id, width, height } = await uploadPicture(picture);
      setChosen('picture');
      setOptions({ stamp: { picture: id }, stampRatio: height / width });
    } catch (error) {
      setFault(failureWords(error));
    }
  }

  return (
    <>
      <Choices
        label="Stamp"
        options={[
          ...stampLabels.map((label) => ({ value: label as string, name: label as string })),
          ...Object.entries(more).map(([value, name]) => ({ value, name })),
        ]}
        value={chosen}
        choose={choose}
      />
      {chosen === 'text' && (
        <span className={styles.typed}>
          <input
            aria-label="Text of the stamp"
            placeholder="Text of the stamp"
            maxLength={mostLabelLetters}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setOptions({ stamp: { label: currentTarget.value } });
            }}
          />
        </span>
      )}
      <input
        ref={file}
        type="file"
        accept="image/png"
        aria-label="Picture of the stamp"
        hidden
        onChange={({ currentTarget }) => {
          void upload(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
