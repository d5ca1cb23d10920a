// What a browser says of itself, in two words that a person recognises. It may say anything: this is for reading, and nothing
// is ever decided by it.

export interface Device {
  browser: string | null
  system: string | null
}

/** The first that fits: most of them also claim to be those that stand further down. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A text without end costs time with every pattern, and says no more. */
const MAX_CHARACTERS = 512

export function deviceOf(userAgent: string | null): Device {
  const text = (userAgent ?? '').slice(0, MAX_CHARACTERS)
  const named = (words: [RegExp, string][]) => words.find(([form]) => form.test(text))?.[1] ?? null
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}
