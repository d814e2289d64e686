/** The build turns each Markdown file into a document (scripts/markdown-documents.ts). */
declare module '*.md' {
  const document: import('#features/legal/components/legal-document.ts').LegalDocument;
  export default document;
}
