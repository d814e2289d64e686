/** A site that is measured beside others. */
export interface Peer {
  name: string;
  port: number;
  /** The processor time that everything it consists of has used so far, its database among it. */
  cpuSeconds(): number;
  paths: { home: string; chapter: string; search(word: string): string };
  folder: string;
  stop(): Promise<void>;
}
