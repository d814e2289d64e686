/** The build makes a document of each (scripts/markdown-documents.ts). */
declare module '*.md' {
  const document: import('#features/legal/components/legal-document.ts').LegalDocument;
  export default document;
}
