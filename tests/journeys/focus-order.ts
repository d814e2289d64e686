import type { CDPSession, Page } from 'playwright-core';

declare global {
  interface Window {
    tabStops: Element[];
    noteTabStop: () => void;
  }
}

interface TreeNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
  childIds?: string[];
  backendDOMNodeId?: number;
}

/** A page's keyboard stops are walked through at most this far; the longest screen has some 250. */
const MAX_STOPS = 400;

/**
 * The problems of the Tab order of a page, compared with the accessibility tree: stops without a name, stops
 * in another order than in the tree, and stops that the key never reaches.
 */
export async function focusProblems(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const tree = await accessibilityTree(session);
    const placeOf = new Map(tree.map((node, place) => [node.backendDOMNodeId, place]));
    const reached = await tabOrder(page, session);
    const troubles: string[] = [];
    let last = -1;
    for (const id of reached) {
      const place = placeOf.get(id);
      const node = place === undefined ? undefined : tree[place];
      if (place === undefined || node === undefined) {
        troubles.push(`a stop that is not told of: ${await htmlOf(session, id)}`);
        continue;
      }
      const role = node.role?.value ?? 'nothing';
      if ((node.name?.value ?? '').trim() === '')
        troubles.push(`${role} without a name: ${await htmlOf(session, id)}`);
      if (place < last) troubles.push(`${role} “${node.name?.value}” out of order`);
      last = place;
    }
    for (const node of tree) {
      if (!isFocusable(node) || reached.includes(node.backendDOMNodeId ?? 0)) continue;
      if (await isSkippable(session, node.backendDOMNodeId ?? 0)) continue;
      troubles.push(`never reached: ${await htmlOf(session, node.backendDOMNodeId ?? 0)}`);
    }
    return troubles;
  } finally {
    await session.detach();
  }
}

const isFocusable = (node: TreeNode) =>
  node.role?.value !== 'RootWebArea' &&
  (node.properties ?? []).some(({ name, value }) => name === 'focusable' && value.value === true);

/** Every node of the accessibility tree, in its order. */
async function accessibilityTree(session: CDPSession): Promise<TreeNode[]> {
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: TreeNode[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const ordered: TreeNode[] = [];
  const visit = (node: TreeNode | undefined) => {
    if (node === undefined) return;
    if (!node.ignored) ordered.push(node);
    for (const id of node.childIds ?? []) visit(byId.get(id));
  };
  visit(nodes[0]);
  return ordered;
}

/** How often Tab is pressed before the stops are counted: a browser that need not answer each press paints less. */
const PRESSES_AT_ONCE = 25;

/** Presses Tab from the top of the page until the focus is back there. */
async function tabOrder(page: Page, session: CDPSession): Promise<number[]> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.setPosition(document.body, 0);
    window.tabStops = [];
    window.noteTabStop = () => window.tabStops.push(document.activeElement ?? document.body);
    addEventListener('keyup', window.noteTabStop, { capture: true });
  });
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  let stops = 0;
  for (let pressed = 0; pressed < MAX_STOPS && stops === pressed; pressed += PRESSES_AT_ONCE) {
    const events = Array.from({ length: PRESSES_AT_ONCE }, () => ['rawKeyDown', 'keyUp'] as const).flat();
    await Promise.all(events.map((type) => session.send('Input.dispatchKeyEvent', { ...key, type })));
    stops = await page.evaluate(() => {
      const isBack = (stop: Element, at: number) =>
        stop === document.body || window.tabStops.indexOf(stop) < at;
      const end = window.tabStops.findIndex(isBack);
      return end === -1 ? window.tabStops.length : end;
    });
  }
  await page.evaluate(() => removeEventListener('keyup', window.noteTabStop, { capture: true }));
  const { result } = await session.send('Runtime.evaluate', { expression: `tabStops.slice(0, ${stops})` });
  const { result: items } = await session.send('Runtime.getProperties', {
    objectId: result.objectId ?? '',
    ownProperties: true,
  });
  return Promise.all(
    items
      .filter(({ name }) => name !== 'length')
      .map(async ({ value }) => {
        const { node } = await session.send('DOM.describeNode', { objectId: value?.objectId ?? '' });
        return node.backendNodeId;
      }),
  );
}

async function callOnNode(session: CDPSession, backendNodeId: number, body: string): Promise<unknown> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId });
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId ?? '',
    functionDeclaration: `function () { return ${body} }`,
    returnByValue: true,
  });
  return result.value;
}

/** A radio button, whose neighbours the arrow keys reach, or an element that only script can focus. */
const isSkippable = (session: CDPSession, id: number) =>
  callOnNode(session, id, 'this.tabIndex < 0 || this.type === "radio"');

const htmlOf = (session: CDPSession, id: number) => callOnNode(session, id, 'this.outerHTML.slice(0, 120)');
