// Words of the list of sales.
import { defineWords } from '../../words/words.ts'

export const saleListWords = defineWords('saleList', {
  pt: {
    title: 'Vendas',
    description: 'Tudo o que foi cobrado, da mais nova à mais antiga.',
    caption: 'Vendas encontradas',
    export: 'Baixar CSV',
    contract: 'Contrato {{contrato}}',
    charge: 'Cobrar',
    columns: {
      date: 'Criada em',
      customer: 'Cliente',
      method: 'Método',
      status: 'Situação',
      amount: 'Valor',
      net: 'Líquido',
    },
    filters: { search: 'Buscar', searchHint: 'Nome, documento ou código', method: 'Método', anyMethod: 'Todos' },
    empty: {
      title: 'Nenhuma venda por aqui ainda',
      text: 'Quando a primeira cobrança for criada, pela API ou aqui mesmo, ela aparece nesta lista.',
      start: 'Criar chave da API',
      foundTitle: 'Nada encontrado',
      found: 'Nenhuma venda combina com estes filtros.',
    },
  },
  en: {
    title: 'Sales',
    description: 'Everything that was charged, the newest first.',
    caption: 'Sales found',
    export: 'Download CSV',
    contract: 'Contract {{contrato}}',
    charge: 'Charge',
    columns: {
      date: 'Created',
      customer: 'Customer',
      method: 'Method',
      status: 'Status',
      amount: 'Amount',
      net: 'Net',
    },
    filters: { search: 'Search', searchHint: 'Name, document or id', method: 'Method', anyMethod: 'All' },
    empty: {
      title: 'No sales here yet',
      text: 'When the first charge is created, through the API or right here, it appears in this list.',
      start: 'Create an API key',
      foundTitle: 'Nothing found',
      found: 'No sale matches these filters.',
    },
  },
})
