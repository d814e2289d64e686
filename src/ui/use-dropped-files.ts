import { useEffect, useRef } from 'react';

/** Whether only files are dragged or pasted: Word adds a picture of the text beside the text itself. */
export function areFilesAlone(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes('Files') === true && !data.types.includes('text/html');
}

/**
 * Takes files dropped anywhere on the page. The browser would open a file that falls beside its field, and the page with
 * everything in it would be gone.
 */
export function useDroppedFiles(
  take: (data: DataTransfer) => void,
  onOver?: (isOver: boolean) => void,
): void {
  const latest = useRef({ take, onOver });
  useEffect(() => {
    latest.current = { take, onOver };
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!areFilesAlone(event.dataTransfer)) return;
      event.preventDefault();
      latest.current.onOver?.(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      // Between two elements of the page it names the one that is entered.
      if (relatedTarget === null) latest.current.onOver?.(false);
    };
    const drop = (event: DragEvent) => {
      latest.current.onOver?.(false);
      if (!areFilesAlone(event.dataTransfer)) return;
      event.preventDefault();
      latest.current.take(event.dataTransfer);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
