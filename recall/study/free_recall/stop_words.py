"""The words of a language that carry no fact, those that deny, and those that are numbers.

Stop lists are short on purpose. Negations, directions (up, before, less, without) and numbers are
never stop words: they are what tells a statement from its opposite.
"""

from __future__ import annotations

STOP_WORDS: dict[str, str] = {
    "en": (
        "a about also am an and any are as at be because been being both but by can could did "
        "do does doing each every for from had has have having he her hers him his i if in into "
        "is it its itself just many may me might much must my of on or other our ours own quite "
        "really shall she should so some such than that the their them then there these they "
        "this those through to too us very was we were what when where which while who whom "
        "whose why will with would you your yours s st nd rd th"
    ),
    "de": (
        "aber als also am an auch auf aus bei beim bin bist da damit dann das dass dem den denn "
        "der des dich die dies diese diesem diesen dieser dieses du durch ein eine einem einen "
        "einer eines er es für hat hatte haben ich ihm ihn ihr ihre im in ins ist ja kann "
        "können man mich mir mit muss nach noch nun oder sein seine sich sie sind so um und uns "
        "vom von war waren was weil wenn wer werden wie wir wird wo wurde wurden zu zum zur"
    ),
    "es": (
        "a al algo como con cual cuando de del donde e el ella ellas ellos en era eran es esa "
        "ese eso esta este esto estos está están fue fueron ha han hay la las le les lo los me "
        "mi muy o para pero por porque pues que qué se ser si son su sus también te tiene tu u "
        "un una unas unos y ya yo"
    ),
    "fr": (
        "a ai au aussi aux avec c ce ces cet cette ceux comme d dans de des donc du elle elles "
        "en est et eux fut il ils j je l la le les leur leurs lui m ma mais me mes mon n nos "
        "notre nous on ont ou où par parce pour qu que qui s sa se ses son sont sur t ta te tes "
        "toi ton tu un une vos votre vous y à été était être"
    ),
    "it": (
        "a ad al alla alle anche c che chi ci come con cui d da dal dalla dei del della delle "
        "di e ed era essere gli ha hanno i il in io l la le lei lo loro lui ma mi nel nella o "
        "per perché più quale quando quello questa questo se si sia sono su sua suo sul sulla "
        "ti tra tu un una uno v è"
    ),
    "pt": (
        "a ao aos as com como da das de do dos e ela elas ele eles em entre era essa esse esta "
        "este está eu foi foram há isso isto já lhe mais mas na nas no nos o os ou para pela "
        "pelo por porque quando que quem se ser seu seus sua são também tem um uma umas uns à é"
    ),
    "nl": (
        "aan als bij dan dat de deze die dit doch door dus een en er had hebben heeft het hij "
        "hoe hun ik in is je kan maar me men met mij na naar nog nu of om omdat onder ons ook "
        "op over ze zich zij zijn zo wat we wel werd wie wij worden wordt was te tot toen u uit "
        "van voor"
    ),
    "sv": (
        "alla att av blev bli blir de dem den denna deras dess det detta dig din du där då "
        "efter ej eller en er ett för från ha hade han har hon hur i jag kan med men mig min "
        "mot måste när nu och om oss på sig sin ska som så till under upp ut vad var vara vi "
        "vid är"
    ),
    "ru": (
        "а бы был была были было быть в вам вас во вот все вы где да для до его ее если есть "
        "еще же за здесь и из или им их к как ко когда кто ли мне мы на над наш него она они "
        "оно от по потому при с со так также там то того тоже только ты у уже что чтобы эта эти "
        "это этот я"
    ),
}

NEGATORS: dict[str, str] = {
    "en": (
        "not no never none neither nor without nothing nobody nowhere cannot less fewer hardly "
        "barely scarcely"
    ),
    "de": "nicht kein keine keinem keinen keiner keines nie niemals nichts ohne weder niemand",
    "es": "no nunca jamás ningún ninguna ninguno nada nadie ni sin tampoco",
    "fr": "pas jamais aucun aucune rien personne ni sans non ne",
    "it": "non no mai nessun nessuna nessuno niente nulla né senza",
    "pt": "não nunca jamais nenhum nenhuma nada ninguém nem sem",
    "nl": "niet geen nooit niets zonder noch niemand",
    "sv": "inte aldrig ingen inget inga utan varken",
    "ru": "не нет никогда ни без нельзя ничего никто",
}

COMPARING_WORDS: dict[str, str] = {"en": "than", "de": "als", "nl": "dan", "sv": "än"}

# Directions and quantities, which no stop list holds: they tell two facts apart, but a wording of
# nothing else says little.
LIGHT_WORDS: dict[str, str] = {
    "en": (
        "above across after again against all along alone already always another apart around "
        "away back before behind below beneath beside between beyond both down during either else "
        "ever few first forward further here inside instead last later least long many more most "
        "near next now off often once only opposite out outside over own past same several "
        "since sometimes soon still together toward towards twice under until up upon usually "
        "within yet"
    ),
}

# English contractions are also typed without their apostrophe.
NEGATED_VERBS = frozenset(
    {
        *("aint", "arent", "cannot", "cant", "couldnt", "didnt", "doesnt", "dont", "hadnt"),
        *("hasnt", "havent", "isnt", "mustnt", "neednt", "shouldnt", "wasnt", "werent", "wont"),
        "wouldnt",
    }
)

# Letters that deny, in scripts whose words are not set apart.
NEGATING_LETTERS = frozenset("不没沒未非无無莫勿않없")
NEGATING_GRAMS = frozenset({"ない", "なか", "なし", "ませ", "せん", "ไม"})

# Letters of such scripts that only join words: a run of letters is cut at them.
JOINING_LETTERS = frozenset("的了是和与與及也都就在这這那个個はがをにでとものへや")

NUMBER_WORDS: dict[str, str] = {
    "en": (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty"
    ),
    "de": (
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
        "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig"
    ),
    "es": (
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
        "quince dieciséis diecisiete dieciocho diecinueve veinte"
    ),
    "fr": (
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze "
        "quinze seize dix-sept dix-huit dix-neuf vingt"
    ),
    "it": (
        "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici "
        "quattordici quindici sedici diciassette diciotto diciannove venti"
    ),
    "pt": (
        "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze "
        "dezesseis dezessete dezoito dezenove vinte"
    ),
    "nl": (
        "nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien "
        "vijftien zestien zeventien achttien negentien twintig"
    ),
    "sv": (
        "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton "
        "sjutton arton nitton tjugo"
    ),
    "ru": (
        "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать "
        "тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать "
        "двадцать"
    ),
}
