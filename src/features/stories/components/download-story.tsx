import { type ExportFormat, exportMessages, exportStory } from '#features/export/contract.ts';
import { callForFile } from '#ui/api-client.ts';
import { failureText } from '#ui/failure-text.ts';
import { ChevronDownIcon } from '#ui/icons.tsx';
import { Menu } from '#ui/menu.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useToast } from '#ui/toast.tsx';
import type { Story } from '../contract/stories.ts';
import styles from './author-actions.module.css';

const FORMATS: { format: ExportFormat; label: string }[] = [
  { format: 'epub', label: 'EPUB' },
  { format: 'docx', label: 'Word' },
  { format: 'markdown', label: 'Markdown' },
  { format: 'json', label: 'JSON, with all versions' },
];

/** A menu with which an author downloads their own story, drafts included. */
export function DownloadStory({ story }: { story: Story }) {
  const toast = useToast();

  async function download(format: ExportFormat) {
    try {
      const { blob, name } = await callForFile(exportStory, { id: String(story.id), format });
      saveFile(blob, name);
      toast.show({ kind: 'success', message: `${name} is on its way to your downloads.` });
    } catch (problem) {
      toast.show({ kind: 'error', message: failureText(problem, exportMessages.storyFailed) });
    }
  }

  return (
    <Menu
      label="this story"
      align="start"
      className={styles.download}
      items={FORMATS.map(({ format, label }) => ({ label, onSelect: () => void download(format) }))}
    >
      Download <ChevronDownIcon size={14} />
    </Menu>
  );
}
