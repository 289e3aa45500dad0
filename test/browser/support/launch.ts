import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium.ts';

/** Starts a Chromium, which the caller must close. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('chromium is missing: apt-get install -y chromium');
  // Chromium's own sandbox does not start as root; the pages are this program's.
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

export const DESKTOP = { width: 1180, height: 900 };

export interface Opened {
  page: Page;
  url: string;
  /** Everything that the browser said or asked for that it should not have. */
  trouble: string[];
}

/** Opens a page from a file in `folder`, in a context of its own. */
export async function openPage(
  browser: Browser,
  folder: string,
  html: string,
  options: BrowserContextOptions,
): Promise<Opened> {
  const path = join(folder, `${crypto.randomUUID()}.html`);
  writeFileSync(path, html);
  const url = pathToFileURL(path).href;
  const page = await (await browser.newContext({ viewport: DESKTOP, ...options })).newPage();
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => trouble.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => request.url() !== url && trouble.push(`request: ${request.url()}`));
  await page.goto(url);
  return { page, url, trouble };
}
