import { createHash } from 'node:crypto';
import { type Content, type Markup, markup, trusted } from './markup.ts';

/** One HTML file that needs nothing else. */
export interface Document {
  /** The language tag. */
  tag: string;
  title: string;
  /** Of this program. */
  style: string;
  script: string;
  body: Content;
}

/** Nothing is loaded from anywhere, and only the document's own style sheet and script are obeyed. */
export function htmlDocument({ tag, title, style, script, body }: Document): Markup {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return markup`<!DOCTYPE html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}
<script>${trusted(script)}</script>
</body>
</html>
`;
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
