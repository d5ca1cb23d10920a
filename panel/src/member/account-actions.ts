// The audit actions of an account itself, and of those who look at it for support.
export const ACCOUNT_ACTIONS = {
  pt: {
    account: {
      opened: 'Abriu a conta',
      changed: 'Mudou as condições da conta',
      'test-opened': 'Abriu a conta de teste',
    },
    'support-view': {
      opened: 'Suporte do gateway abriu a conta para consulta',
      read: 'Suporte do gateway viu',
      ended: 'Suporte do gateway encerrou a consulta',
    },
  },
  en: {
    account: {
      opened: 'Opened the account',
      changed: 'Changed the terms of the account',
      'test-opened': 'Opened the test account',
    },
    'support-view': {
      opened: 'Support of the gateway opened the account to look at it',
      read: 'Support of the gateway looked at',
      ended: 'Support of the gateway stopped looking',
    },
  },
} as const
