/** A site that is measured in comparison with others. */
export interface Peer {
  name: string;
  port: number;
  /** The processor time that all its processes have used so far, including the database. */
  cpuSeconds(): number;
  paths: { home: string; chapter: string; search(word: string): string };
  folder: string;
  stop(): Promise<void>;
}
