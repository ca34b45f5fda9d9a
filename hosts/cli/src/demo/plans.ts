/** Classification plan of a building. */
export const BUILDING_PLAN = `code,label,parent_code,keywords
1,Location,,
1.1,Baux,1,bail;avenant
1.2,États des lieux,1,entrée;sortie
1.3,Courriers,1,régularisation;règlement
1.4,Congés,1,congé;préavis
2,Technique,,
2.1,Diagnostics,2,DPE;amiante;plomb
2.2,Plans et photos,2,plan;façade
2.3,Travaux,2,devis;facture
3,Charges,,répartition;tantièmes
`;

/** Classification plan of the agency. */
export const AGENCY_PLAN = `code,label,parent_code,keywords
M,Mandats,,mandat;honoraires
C,Comptabilité,,
C.1,Banque,C,relevé;virement
C.2,TVA,C,CA3
P,Procédures,,procédure
`;
