// What a gateway in production must be given. Its bank stays the sandbox, so that a test needs no other.
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pay.example.com',
  ALLOW_SANDBOX: 'true',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  AUTH_SECRET: 'a secret for tests that is long enough',
  LOG_LEVEL: 'silent',
}
