import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/** Drops a file on an element; fails if the browser would open the file in place of the page. */
export async function dropFile(target: Locator, name: string, type: string): Promise<void> {
  const isOpened = await target.evaluate(
    (element, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Rain.'], file.name, { type: file.type }));
      const options = { dataTransfer, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent('dragover', options));
      return element.dispatchEvent(new DragEvent('drop', options));
    },
    { name, type },
  );
  assert.equal(isOpened, false, `${name} opens in place of the page`);
}
