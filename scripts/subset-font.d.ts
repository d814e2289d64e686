declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2';
    keepFeatures: string[];
    variationAxes: Record<string, { min: number; max: number }>;
    noHinting: boolean;
  };
  /** A font with only the characters of `text`, in the axes and features of `options`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
