import type { LinkContent } from '@alcove/contract';

export default function UploadPage({ content }: { content: LinkContent }) {
  return <h1>{content.name}</h1>;
}
