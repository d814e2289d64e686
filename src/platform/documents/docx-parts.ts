import '../server-only.ts';

/** The parts of a Word document that are the same for every book. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORD_TYPE}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${WORD_TYPE}.numbering+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

export const PACKAGE_RELATIONSHIPS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

export const WORD_RELATIONSHIPS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/numbering" Target="numbering.xml"/></Relationships>`;

const paragraphStyle = (id: string, name: string, properties: string, run = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr>${properties}</w:pPr>${run === '' ? '' : `<w:rPr>${run}</w:rPr>`}</w:style>`;

const heading = (level: number, size: number) =>
  paragraphStyle(
    `Heading${level}`,
    `heading ${level}`,
    `<w:keepNext/>${level === 1 ? '<w:pageBreakBefore/>' : ''}<w:spacing w:before="480" w:after="240"/><w:outlineLvl w:val="${level - 1}"/>`,
    `<w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  );

export const STYLES = `${HEAD}<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/><w:szCs w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:after="120"/></w:pPr></w:style>${[
  paragraphStyle('Title', 'Title', '<w:jc w:val="center"/>', '<w:sz w:val="56"/><w:szCs w:val="56"/>'),
  paragraphStyle('Author', 'Author', '<w:jc w:val="center"/>', '<w:sz w:val="28"/><w:szCs w:val="28"/>'),
  paragraphStyle(
    'ContentWarning',
    'Content Warning',
    '<w:jc w:val="center"/>',
    '<w:sz w:val="20"/><w:szCs w:val="20"/>',
  ),
  paragraphStyle('ChapterState', 'Chapter State', '<w:keepNext/>', '<w:i/><w:iCs/>'),
  heading(1, 36),
  heading(2, 30),
  heading(3, 26),
  paragraphStyle('Quote', 'Quote', '<w:ind w:left="720" w:right="720"/>'),
  paragraphStyle(
    'Note',
    'Note',
    '<w:ind w:left="360" w:right="360"/>',
    '<w:sz w:val="20"/><w:szCs w:val="20"/>',
  ),
  paragraphStyle(
    'SourceCode',
    'Source Code',
    '',
    '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>',
  ),
].join(
  '',
)}<w:style w:type="character" w:styleId="VerbatimChar"><w:name w:val="Verbatim Char"/><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/></w:rPr></w:style></w:styles>`;

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const abstractList = (id: number, format: string, text: (level: number) => string) =>
  `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="multilevel"/>${LEVELS.map((level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text(level)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`).join('')}</w:abstractNum>`;

export const NUMBERING = `${HEAD}<w:numbering xmlns:w="${WORD}">${abstractList(0, 'bullet', () => '•')}${abstractList(1, 'decimal', (level) => `%${level + 1}.`)}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
