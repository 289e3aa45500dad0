import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

/** Starts a Chromium, which the caller must close. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('chromium is missing: apt-get install -y chromium');
  // Chromium's own sandbox does not start as root; the pages are this program's.
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
