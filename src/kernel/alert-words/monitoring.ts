// Words of the alerts about monitoring against money laundering, in both languages.

export const MONITORING_ALERTS = {
  pt: {
    MONITORING_CASE_WAITING: {
      title: 'Há movimentos de uma conta para analisar (prevenção à lavagem de dinheiro)',
      whatToDo: 'Analise o caso e decida, com o motivo, em até 45 dias. Não comente com ninguém da conta.',
    },
    MONITORING_CASE_OVERDUE: {
      title: 'A análise de um caso do monitoramento passou do prazo',
      whatToDo: 'Os 45 dias acabaram: decida o caso agora.',
    },
  },
  en: {
    MONITORING_CASE_WAITING: {
      title: 'Movements of an account wait for analysis (money laundering)',
      whatToDo: 'Analyse the case and decide it, with the reason, within 45 days. Tell nobody of the account.',
    },
    MONITORING_CASE_OVERDUE: {
      title: 'The analysis of a monitoring case is overdue',
      whatToDo: 'The 45 days are over: decide the case now.',
    },
  },
}
