"""Southern Cross cards.

`takings` says what a card could take now, `crosses` which crosses can be built, `alone` how much both promise to a
player without opponents. The search calls `judge`.
"""

from bot.players.southern_cards.judge import SouthernCardsJudge

judge = SouthernCardsJudge()
