// A file as the gateway takes it in JSON.

/** So many characters a call takes as arguments in every browser. */
const CHUNK = 0x8000

export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}
