import { useRef, useState } from 'react';
import type { ReplaceablePage } from '#features/legal/contract/site.ts';
import { shippedMarkdown } from '#features/legal/parts/shipped-markdown.ts';
import { Button } from '#ui/button.tsx';
import { typeInto } from '#ui/form-values.ts';
import { TextArea } from '#ui/text-field.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import { MAX_TEXT_CHARACTERS, type Setting, settingMessages } from '../contract.ts';
import { TextPreview } from './text-preview.tsx';

export type OwnTextFieldProps = {
  page: ReplaceablePage;
  name: string;
  label: string;
  hint?: string;
  defaultValue: string;
  source: Setting['source'];
};

/** The operator's text of a legal page, with its preview; while there is none, the shipped text is offered as its beginning. */
export function OwnTextField({ page, label, source, ...props }: OwnTextFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setEmpty] = useState(props.defaultValue === '');
  const { isBusy, run } = useToastedAction(settingMessages.shippedTextFailed);

  async function begin() {
    await run(async () => {
      const value = await shippedMarkdown(urls[page]());
      const form = field.current?.form;
      // Text typed meanwhile stays.
      if (!form || field.current?.value !== '') return undefined;
      typeInto(form, { [props.name]: value });
      field.current.focus();
      field.current.setSelectionRange(0, 0);
      field.current.scrollTop = 0;
      return undefined;
    });
  }

  return (
    <>
      <TextArea
        {...props}
        label={`Own text of ${label}, in Markdown`}
        rows={isEmpty ? 5 : 16}
        counter={{ limit: MAX_TEXT_CHARACTERS }}
        ref={field}
        onInput={(event) => setEmpty(event.currentTarget.value === '')}
      />
      {isEmpty && source === 'here' ? null : (
        <div>
          {isEmpty ? (
            <Button size="small" busy={isBusy} busyText="Fetching..." onClick={() => void begin()}>
              Begin with the shipped text<span className="visually-hidden"> of {label}</span>
            </Button>
          ) : (
            <TextPreview label={label} typed={() => field.current?.value ?? ''} />
          )}
        </div>
      )}
    </>
  );
}
