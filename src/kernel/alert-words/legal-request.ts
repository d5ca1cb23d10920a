// Words of the alerts about requests of authorities, in both languages.

export const LEGAL_REQUEST_ALERTS = {
  pt: {
    LEGAL_REQUEST_DUE: {
      title: 'O prazo de um ofício vence em até dois dias',
      whatToDo: 'Abra o ofício, gere o arquivo, entregue-o e encerre o ofício. O alerta termina sozinho.',
    },
    LEGAL_REQUEST_OVERDUE: {
      title: 'O prazo de um ofício passou e ele continua aberto',
      whatToDo: 'Responda agora, ou peça outro prazo à autoridade e registre-o. O alerta termina sozinho.',
    },
  },
  en: {
    LEGAL_REQUEST_DUE: {
      title: 'A legal request is to be answered within two days',
      whatToDo: 'Open the request, make its archive, hand it over and close it. The alert ends by itself.',
    },
    LEGAL_REQUEST_OVERDUE: {
      title: 'A legal request is past its day and still open',
      whatToDo: 'Answer it now, or ask the authority for another day and enter it. The alert ends by itself.',
    },
  },
}
